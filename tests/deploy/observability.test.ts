import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { readDocument, ROOT } from '../docs/read-tables';
import { serviceNames } from '../docs/service-schemas';

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}
interface RuleTest {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}
interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

const RULES = 'deploy/prometheus/medley.rules.yml';
const TESTS = 'deploy/prometheus/medley.rules.test.yml';
const DASHBOARDS = 'deploy/grafana/dashboards';
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

const { groups } = parse(readDocument(RULES)) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { tests } = parse(readDocument(TESTS)) as { tests: RuleTest[] };
const dashboards = readdirSync(join(ROOT, DASHBOARDS)).map((file) => ({
  file,
  dashboard: JSON.parse(readDocument(join(DASHBOARDS, file))) as Dashboard,
}));
const queries = dashboards.flatMap(({ file, dashboard }) =>
  dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ where: `${file}: ${title}`, expr })),
  ),
);

/** Of Prometheus itself, and of Node.js by `prom-client`. */
const OTHERS = [
  'up', 'process_cpu_seconds_total', 'process_open_fds', 'process_resident_memory_bytes', 'nodejs_active_handles',
  'nodejs_eventloop_lag_p99_seconds', 'nodejs_heap_size_used_bytes',
]; // prettier-ignore
/** Labels by the name of their metric, from the page that is compared with the code. */
const labelsOf = new Map(
  readDocument('docs/metrics.md')
    .split('\n')
    .filter((line) => line.startsWith('| `medley_'))
    .map((line) => {
      const [, name = '', type, labels = ''] = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
      return [name, { type, labels: labels.split(', ') }] as const;
    }),
);

/** What a query names and nothing has: metrics, and labels in the braces after one. */
function unknownIn(expr: string): string[] {
  return [...expr.matchAll(/\b((?:medley|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', filter = '']) => {
      if (OTHERS.includes(name)) return [];
      const base = name.replace(/_(?:bucket|sum|count)$/, '');
      const isOfHistogram = base !== name && labelsOf.get(base)?.type === 'histogram';
      const metric = labelsOf.get(isOfHistogram ? base : name);
      if (!metric || (metric.type === 'histogram' && !isOfHistogram)) return [name];
      const filtered = [...filter.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
      return filtered.filter((label) => !metric.labels.includes(label)).map((label) => `${name}{${label}}`);
    },
  );
}

describe('the alerts', () => {
  it('name only metrics and labels of docs/metrics.md', () => {
    expect(rules.flatMap(({ alert, expr }) => unknownIn(expr).map((name) => `${alert}: ${name}`))).toEqual(
      [],
    );
    expect(unknownIn('rate(medley_no_such_total{kind="x"}[5m])')).toEqual(['medley_no_such_total']);
    expect(unknownIn('medley_broker_ready{kind="x"}')).toEqual(['medley_broker_ready{kind}']);
  });

  it('link to a runbook that exists', () => {
    expect(rules.filter(({ annotations }) => !existsSync(join(ROOT, annotations.runbook)))).toEqual([]);
  });

  it('have a case that fires and one that is silent', () => {
    const cases = (isFiring: boolean): string[] =>
      tests
        .flatMap((one) => one.alert_rule_test)
        .filter(({ exp_alerts }) => exp_alerts.length > 0 === isFiring)
        .map(({ alertname }) => alertname);
    const names = rules.map(({ alert }) => alert).sort();
    expect([...new Set(cases(true))].sort()).toEqual(names);
    expect([...new Set(cases(false))].sort()).toEqual(names);
  });

  if (hasPromtool)
    it('pass `promtool check rules` and `promtool test rules`', () => {
      execFileSync('promtool', ['check', 'rules', join(ROOT, RULES)], { stdio: 'pipe' });
      execFileSync('promtool', ['test', 'rules', join(ROOT, TESTS)], { stdio: 'pipe' });
    });
  else it.skip('pass `promtool test rules` (install Debian’s prometheus)', () => undefined);
});

describe('the dashboards', () => {
  it('are the overview, steps, webhooks and one for each service', () => {
    const wanted = ['overview', 'steps', 'webhooks', ...serviceNames()];
    expect(dashboards.map(({ file }) => basename(file, '.json')).sort()).toEqual(wanted.sort());
    expect(new Set(dashboards.map(({ dashboard }) => dashboard.uid)).size).toBe(wanted.length);
  });

  it('name only metrics and labels of docs/metrics.md', () => {
    // `service` comes from a join with medley_process_info.
    expect(queries.flatMap(({ where, expr }) => unknownIn(expr).map((name) => `${where}: ${name}`))).toEqual(
      [],
    );
    expect(queries.length).toBeGreaterThan(50);
  });

  if (hasPromtool)
    it('have valid queries', () => {
      const directory = mkdtempSync(join(tmpdir(), 'medley-queries-'));
      try {
        const file = join(directory, 'queries.yml');
        const recorded = queries.map(({ expr }, index) => ({ record: `query_${index}`, expr }));
        writeFileSync(file, stringify({ groups: [{ name: 'queries', rules: recorded }] }));
        execFileSync('promtool', ['check', 'rules', file], { stdio: 'pipe' });
      } finally {
        rmSync(directory, { recursive: true });
      }
    });
  else it.skip('have valid queries (install Debian’s prometheus)', () => undefined);
});

describe('the observability profile', () => {
  it('scrapes every service on its HEALTH_PORT', () => {
    const { scrape_configs: configs } = parse(readDocument('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const [discovery] = configs.find(({ job_name }) => job_name === 'medley')?.dns_sd_configs ?? [];
    const compose = readDocument('docker-compose.yml');
    expect(discovery?.names.sort()).toEqual(serviceNames());
    expect(compose).toContain(`HEALTH_PORT: '${discovery?.port}'`);
  });

  it('starts only with its profile, pins its images, and mounts files that exist', () => {
    const { services } = parse(readDocument('deploy/observability/compose.yml'), { merge: true }) as {
      services: Record<string, { image: string; profiles: string[]; volumes: string[] }>;
    };
    expect(Object.keys(services).sort()).toEqual(['grafana', 'otel-collector', 'prometheus', 'tempo']);
    for (const { image, profiles, volumes } of Object.values(services)) {
      expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
      expect(profiles).toEqual(['observability']);
      for (const mount of volumes.filter((one) => one.startsWith('./'))) {
        const [path = '', , mode] = mount.split(':');
        expect([path, existsSync(join(ROOT, path)), mode]).toEqual([path, true, 'ro']);
      }
    }
  });
});
