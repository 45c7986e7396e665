import { execFileSync } from 'node:child_process';
import { parse } from 'yaml';
import { amqpNames } from '@medley/broker';
import { stepCatalogue, stepKinds } from '@medley/contracts';
import { readDocument, ROOT } from '../docs/read-tables';
import { secrets, specsOf, workloads } from './kubernetes/overlays';

interface Trigger {
  type: string;
  name: string;
  metadata: Record<string, string>;
  authenticationRef?: { name: string };
}
interface ScaledObject {
  scaleTargetRef: { name: string };
  minReplicaCount: number;
  maxReplicaCount: number;
  triggers: Trigger[];
}

const deployments = workloads('Deployment').filter(({ overlay }) => overlay === 'production');
const scaled = specsOf<ScaledObject>('production', 'ScaledObject');
const settingOf = (service: string, name: string): string | undefined =>
  deployments.find((one) => one.name === service)?.container.env.find((variable) => variable.name === name)
    ?.value;

describe('the ScaledObjects', () => {
  it('follow the queue of every step kind, each for the service that runs it', () => {
    const found = scaled.flatMap(({ spec }) =>
      spec.triggers
        .filter(({ type }) => type === 'rabbitmq')
        .map(({ metadata }) => [metadata['queueName'], spec.scaleTargetRef.name]),
    );
    const names = amqpNames('medley');
    const wanted = stepKinds.map((kind) => [names.queue(`steps.${kind}`), stepCatalogue[kind].service]);
    expect(found.sort()).toEqual(wanted.sort());
    expect(new Set(scaled.map(({ spec }) => spec.scaleTargetRef.name)).size).toBe(scaled.length);
  });

  it('count the messages that workers hold unacked, one pod for as many steps as it runs at once', () => {
    for (const { name, spec } of scaled)
      for (const { metadata } of spec.triggers.filter(({ type }) => type === 'rabbitmq'))
        expect(metadata).toMatchObject({
          ...{ protocol: 'http', mode: 'QueueLength', excludeUnacknowledged: 'false' },
          value: settingOf(name, 'CONCURRENCY'),
        });
  });

  it('remove all workers only of kinds that the gateway accepts without one', () => {
    const toZero = stepKinds.filter((kind) =>
      scaled.some(({ name, spec }) => name === stepCatalogue[kind].service && spec.minReplicaCount === 0),
    );
    expect(toZero.length).toBeGreaterThan(0);
    for (const service of ['gateway', 'orchestrator'])
      expect(settingOf(service, 'ASSUME_STEPS')?.split(',').sort()).toEqual([...toZero].sort());
  });

  it('and replica counts never steer the same Deployment', () => {
    const counted = deployments.filter(({ replicas }) => replicas !== undefined).map(({ name }) => name);
    const byLoad = scaled.map(({ name }) => name);
    expect([...counted, ...byLoad].sort()).toEqual(deployments.map(({ name }) => name).sort());
    for (const { replicas } of deployments) if (replicas !== undefined) expect(replicas).toBeGreaterThan(1);
  });

  it('log in to the management API as a user who may only look', () => {
    const [auth] = specsOf<{ secretTargetRef: { parameter: string; name: string; key: string }[] }>(
      'production',
      'TriggerAuthentication',
    );
    const [reference] = auth?.spec.secretTargetRef ?? [];
    const url = new URL(dataOf(reference?.name)[reference?.key ?? ''] ?? '');
    expect([reference?.parameter, url.protocol, url.port, url.pathname]).toEqual([
      'host',
      'http:',
      '15672',
      '/',
    ]);
    const definitions = JSON.parse(dataOf('medley-rabbitmq')['definitions.json'] ?? '') as {
      users: { name: string; password: string; tags: string }[];
      permissions: { user: string; configure: string; write: string; read: string }[];
    };
    const user = { name: url.username, password: url.password, tags: 'monitoring' };
    expect(definitions.users).toContainEqual(user);
    expect(definitions.permissions.find((one) => one.user === url.username)).toMatchObject({
      ...{ configure: '^$', write: '^$', read: '^$' },
    });
    for (const { spec } of scaled)
      for (const { type, authenticationRef } of spec.triggers)
        expect(authenticationRef?.name).toBe(type === 'rabbitmq' ? auth?.name : undefined);
  });
});

describe('the RabbitMQ cluster', () => {
  const [cluster] = specsOf<{
    replicas: number;
    resources: { requests: Record<string, string>; limits: Record<string, string> };
    rabbitmq: { additionalConfig: string };
  }>('production', 'RabbitmqCluster');
  const settings = new Map(
    cluster?.spec.rabbitmq.additionalConfig
      .split('\n')
      .filter((line) => /^[a-z]/.test(line))
      .map((line) => line.split(' = ') as [string, string]),
  );

  it('has three nodes and survives the loss of one', () => {
    expect(cluster?.name).toBe(new URL(dataOf('medley-amqp')['gateway'] ?? '').hostname);
    expect(cluster?.spec.replicas).toBe(3);
    expect(settings.get('cluster_partition_handling')).toBe('pause_minority');
    expect(settings.get('quorum_queue.continuous_membership_reconciliation.target_group_size')).toBe('3');
  });

  it('has at least four times the memory of the write-ahead log before the alarm', () => {
    const { requests, limits } = cluster?.spec.resources ?? { requests: {}, limits: {} };
    expect(requests['memory']).toBe(limits['memory']);
    const memory = Number(/^(\d+)Gi$/.exec(limits['memory'] ?? '')?.[1]) * 1024 ** 3;
    const wal = Number(settings.get('raft.wal_max_size_bytes'));
    expect(memory * Number(settings.get('vm_memory_high_watermark.relative'))).toBeGreaterThanOrEqual(
      4 * wal,
    );
  });
});

describe('the PrometheusRule', () => {
  it('has the alerts of deploy/prometheus; else: sh deploy/kubernetes/make-prometheus-rule.sh', () => {
    const [rule, ...others] = specsOf<{ groups: unknown[] }>('production', 'PrometheusRule');
    const { groups } = parse(readDocument('deploy/prometheus/medley.rules.yml')) as { groups: unknown[] };
    expect(groups.length).toBeGreaterThan(0);
    expect([rule?.spec.groups, others]).toEqual([groups, []]);
  });

  it('is what its script prints', () => {
    const printed = execFileSync('sh', ['deploy/kubernetes/make-prometheus-rule.sh'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(readDocument('deploy/kubernetes/overlays/production/prometheus-rule.yaml')).toBe(printed);
  });
});

function dataOf(name = ''): Record<string, string> {
  return (secrets.find(({ metadata }) => metadata.name === name)?.['stringData'] ?? {}) as Record<
    string,
    string
  >;
}
