import { execFileSync, spawnSync } from 'node:child_process';
import { parse } from 'yaml';
import { readDocument } from '../docs/read-tables';
import { checkTypes } from './kubernetes/check-types';
import { parseObjects, type KubernetesObject } from './kubernetes/kustomize';
import { sortItems, type Json, type JsonObject } from './kubernetes/merge-strategically';
import { directoryOf, objectsOf, overlays, secrets } from './kubernetes/overlays';

describe('the types of Kubernetes', () => {
  it('are those of every object of the overlays and of the secrets', () => {
    expect(checkTypes([...objectsOf.small, ...objectsOf.production, ...secrets])).toEqual([]);
  });

  it('know no misspelled member, no other type, and no object without what it must have', () => {
    const [deployment] = objectsOf.small.filter(({ kind }) => kind === 'Deployment');
    const [scaled] = objectsOf.production.filter(({ kind }) => kind === 'ScaledObject');
    if (!deployment || !scaled) throw new Error('no such objects');
    const spec = deployment['spec'] as JsonObject;
    const scaledSpec = scaled['spec'] as JsonObject;
    const wrong = [
      { ...deployment, spec: { ...spec, revisionHistoryLimits: 3 } },
      { ...deployment, spec: { ...spec, revisionHistoryLimit: '3' } },
      { ...deployment, spec: { template: spec['template'] } },
      { ...scaled, spec: { ...scaledSpec, minReplicas: 0 } },
    ] as KubernetesObject[];
    const faults = checkTypes(wrong);
    expect(faults).toHaveLength(4);
    expect(faults.join('\n')).toMatch(
      /revisionHistoryLimits[\s\S]+'string'[\s\S]+'selector'[\s\S]+minReplicas/,
    );
  });
});

/** kustomize 4 and newer; kubectl has it built in. */
const kubectl = spawnSync('kubectl', ['version', '--client', '--output=yaml'], { encoding: 'utf8' });
const version = kubectl.status === 0 ? (parse(kubectl.stdout) as { kustomizeVersion?: string }) : {};
const hasKustomize = Number(/\d+/.exec(version.kustomizeVersion ?? '0')?.[0]) >= 4;

(hasKustomize ? describe : describe.skip)('kubectl, where it is installed,', () => {
  it.each(overlays)('builds %s as these tests do', (overlay) => {
    const built = parseObjects(
      execFileSync('kubectl', ['kustomize', directoryOf(overlay)], { encoding: 'utf8' }),
    );
    expect(byName(built)).toEqual(byName(objectsOf[overlay]));
  });
});

describe('every object', () => {
  it.each(overlays)('of %s has its own name, and lies in the one namespace', (overlay) => {
    const objects = objectsOf[overlay];
    expect(Object.keys(byName(objects))).toHaveLength(objects.length);
    const namespaces = objects
      .filter(({ kind }) => kind === 'Namespace')
      .map(({ metadata }) => metadata.name);
    expect(namespaces).toEqual(['medley']);
    const elsewhere = [...objects, ...secrets].filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'medley',
    );
    expect(elsewhere).toEqual([]);
  });

  it('has a name that Kubernetes takes', () => {
    const names = Object.values(objectsOf).flatMap((objects) => objects.map(({ metadata }) => metadata.name));
    expect(names.filter((name) => !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name))).toEqual([]);
  });
});

test('the copies of settings of the backends are those of docker-compose.yml', () => {
  const data = (name: string): Record<string, string> =>
    objectsOf.small.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)?.[
      'data'
    ] as Record<string, string>;
  expect(data('mongodb')['users.js']).toBe(readDocument('deploy/mongo/users.js'));
  const settings = (text = ''): string[] => text.split('\n').filter((line) => /^[a-z]/.test(line));
  const ours = settings(data('rabbitmq')['30-medley.conf']);
  // The path and the memory are those of the container.
  const shared = settings(readDocument('deploy/rabbitmq/rabbitmq.conf')).filter(
    (line) => !/load_definitions|vm_memory/.test(line),
  );
  expect(shared.length).toBeGreaterThan(1);
  expect(ours).toEqual(expect.arrayContaining(shared));
});

function byName(objects: readonly KubernetesObject[]): Record<string, Json> {
  return Object.fromEntries(
    objects.map((object) => [`${object.kind}/${object.metadata.name}`, sortItems(object)]),
  );
}
