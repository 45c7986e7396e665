import { objectsOf, overlays, specsOf, workloads, type Overlay } from './kubernetes/overlays';

const deployments = workloads('Deployment');
const pods = [...deployments, ...workloads('StatefulSet')];

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: 'In'; values: string[] }[];
}
interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}
interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { protocol: string; port: number | string }[];
}
interface Policy {
  podSelector: Selector;
  policyTypes: ('Ingress' | 'Egress')[];
  ingress?: Rule[];
  egress?: Rule[];
}

function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Record<string, string>,
): boolean {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

/** The rules that hold for a service. */
function rulesFor(overlay: Overlay, service: string, direction: 'ingress' | 'egress'): Rule[] {
  const labels = pods.find((one) => one.overlay === overlay && one.name === service)?.labels ?? {};
  return specsOf<Policy>(overlay, 'NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector, labels))
    .flatMap(({ spec }) => spec[direction] ?? []);
}

const services = [...new Set(deployments.map(({ name }) => name))].sort();
const servicesWith = (
  overlay: Overlay,
  direction: 'ingress' | 'egress',
  test: (rule: Rule) => boolean,
): string[] => services.filter((name) => rulesFor(overlay, name, direction).some(test));

describe('every pod', () => {
  it.each(pods.map((one) => [`${one.overlay} ${one.name}`, one] as const))(
    '%s runs without root, privileges and a writable root, and within limits',
    (_title, { pod, container }) => {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(pod.containers).toHaveLength(1);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources.limits['memory']).toMatch(/^\d+[GM]i$/);
      expect(Object.keys(container.resources.requests).sort()).toEqual(['cpu', 'memory']);
      for (const { name, emptyDir } of pod.volumes)
        if (emptyDir) expect([name, emptyDir.sizeLimit]).toEqual([name, expect.stringMatching(/^\d+[GM]i$/)]);
    },
  );

  it('mounts only volumes that it has', () => {
    for (const { name, pod, container } of deployments) {
      const volumes = pod.volumes.map((volume) => volume.name);
      const missing = container.volumeMounts.filter((mount) => !volumes.includes(mount.name));
      expect([name, missing]).toEqual([name, []]);
    }
  });

  it('of a service is evicted one at a time', () => {
    for (const overlay of overlays) {
      const budgets = specsOf<{ maxUnavailable: number; selector: Selector }>(overlay, 'PodDisruptionBudget');
      for (const { name, labels } of deployments.filter((one) => one.overlay === overlay)) {
        const own = budgets.filter(({ spec }) => selects(spec.selector, labels));
        expect(own.map((budget) => [budget.name, budget.spec.maxUnavailable])).toEqual([[name, 1]]);
      }
    }
  });

  it.each(overlays)('in the namespace of %s must meet the restricted standard', (overlay) => {
    const namespace = objectsOf[overlay].find(({ kind }) => kind === 'Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  });
});

describe.each(overlays)('the network of %s', (overlay) => {
  it('is closed unless a rule opens it', () => {
    const closed = specsOf<Policy>(overlay, 'NetworkPolicy').find(({ name }) => name === 'closed');
    expect(closed?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('lets only those services reach public addresses that call others, and none of them private ones', () => {
    const leads = ({ to = [] }: Rule): boolean => to.some(({ ipBlock }) => ipBlock);
    const reaching = servicesWith(overlay, 'egress', leads);
    expect(reaching).toEqual(['fetcher', 'llm', 'transcriber', 'webhook-dispatcher']);
    const blocks = rulesFor(overlay, 'fetcher', 'egress').flatMap(({ to = [] }) =>
      to.flatMap(({ ipBlock }) => ipBlock ?? []),
    );
    expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
    expect(blocks.flatMap(({ except = [] }) => except)).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7']),
    );
    const open = services.flatMap((name) => rulesFor(overlay, name, 'egress').filter(({ to }) => !to));
    expect(open).toEqual([]);
  });

  it('lets clients reach the gateway only', () => {
    const isOpen = ({ from }: Rule): boolean => from === undefined;
    expect(servicesWith(overlay, 'ingress', isOpen)).toEqual(['gateway']);
    expect(rulesFor(overlay, 'gateway', 'ingress').filter(isOpen)).toEqual([
      { ports: [{ protocol: 'TCP', port: 'http' }] },
    ]);
  });

  it('lets every service reach the broker, and only those the database that store tasks', () => {
    const portOf =
      (port: number) =>
      (rule: Rule): boolean =>
        (rule.ports ?? []).some((one) => one.port === port);
    expect(servicesWith(overlay, 'egress', portOf(5672))).toEqual(services);
    expect(servicesWith(overlay, 'egress', portOf(27017))).toEqual([
      'gateway',
      'orchestrator',
      'webhook-dispatcher',
    ]);
  });
});
