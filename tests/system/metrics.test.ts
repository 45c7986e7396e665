import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { showDiskSpace } from '@medley/blobs';
import { Health, registerProcessMetrics } from '@medley/kit';
import { startReceiver, type Receiver, until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

interface Sample {
  labels: Record<string, string | number>;
  value: number;
  metricName?: string;
}

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const EMAIL = 'secret.person@example.org';

let system: TestSystem;
let client: TestClient;
let receiver: Receiver;
let taskId: string;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startTestSystem();
  registerProcessMetrics({ name: 'test', metrics: system.metrics, health: new Health() });
  showDiskSpace(system.metrics, system.directory);
  client = await system.newClient();
  const body = { input: `Write to ${EMAIL}`, webhook_url: receiver.url };
  const answer = await client.post('/pii', body, { 'Idempotency-Key': 'once' });
  taskId = String(answer.body.data['id']);
  await system.ended(taskId);
  await client.post('/pii', body, { 'Idempotency-Key': 'once' });
  await until(async () => (await sum('medley_webhook_dispatcher_deliveries_total')) === 1);
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

async function samplesOf(name: string): Promise<Sample[]> {
  const metric = await system.metrics.getSingleMetric(name)?.get();
  if (!metric) throw new Error(`there is no metric ${name}`);
  return metric.values as Sample[];
}

async function sum(name: string, labels: Record<string, string> = {}): Promise<number> {
  const samples = (await samplesOf(name)).filter((one) =>
    Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  return samples.reduce((total, { value }) => total + value, 0);
}

describe('the metrics of all services', () => {
  it('are the rows of docs/metrics.md, with type, labels and meaning', async () => {
    const all = await system.metrics.getMetricsAsJSON();
    const real = all
      .filter(({ name }) => name.startsWith('medley_'))
      .map(({ name, type, help }) => {
        const { labelNames } = system.metrics.getSingleMetric(name) as unknown as { labelNames: string[] };
        const labels = labelNames.map((label) => `\`${label}\``).join(', ');
        return `| \`${name}\` | ${type} | ${labels} | ${help} |`;
      });
    const page = readFileSync(join(__dirname, '..', '..', 'docs', 'metrics.md'), 'utf8');
    const documented = page.split('\n').filter((line) => line.startsWith('| `medley_'));
    const squeeze = (line: string): string => line.replace(/ +/g, ' ');
    expect(documented.map(squeeze).sort()).toEqual(real.map(squeeze).sort());
  });

  it('count a task, its step, its request and its webhook once', async () => {
    const completed = { status: 'completed', code: 'none' };
    expect(await sum('medley_orchestrator_tasks_total', completed)).toBe(1);
    expect(await sum('medley_steps_total', { kind: 'depersonalize', outcome: 'completed' })).toBe(1);
    expect(await sum('medley_step_characters_total', { kind: 'depersonalize' })).toBeGreaterThan(
      EMAIL.length,
    );
    expect(await sum('medley_gateway_idempotent_requests_total', { outcome: 'first' })).toBe(1);
    expect(await sum('medley_gateway_idempotent_requests_total', { outcome: 'replayed' })).toBe(1);
    expect(await sum('medley_webhook_dispatcher_deliveries_total', { state: 'delivered' })).toBe(1);
    expect(await sum('medley_webhook_dispatcher_responses_total', { code: '200' })).toBe(1);
    expect(await sum('medley_store_command_seconds', { collection: 'tasks', operation: 'find' })).not.toBe(0);
    const queued = await samplesOf('medley_orchestrator_step_queue_seconds');
    expect(queued.find(({ metricName }) => metricName?.endsWith('_count'))?.value).toBe(1);
  });

  it('count what was refused by its code and its limit', async () => {
    const small = await system.newClient({ tariff: 'free' });
    let status = 200;
    while (status !== 429) ({ status } = await small.get('/account'));
    expect(await sum('medley_gateway_limits_hit_total', { limit: 'rate' })).toBe(1);
    expect(await sum('medley_gateway_errors_total', { code: 'RATE_LIMIT_EXCEEDED' })).toBe(1);
  });

  it('have no label with an id, a host or a text of a user', async () => {
    const all = (await system.metrics.getMetricsAsJSON()) as unknown as { values: Sample[] }[];
    const values = all.flatMap((metric) =>
      metric.values.flatMap(({ labels }) => Object.values(labels).map(String)),
    );
    const { host } = new URL(receiver.url);
    const { accountId, keyId } = client.identity;
    const private_ = [taskId, accountId, keyId, host, EMAIL];
    expect(values.filter((value) => private_.some((one) => value.includes(one)))).toEqual([]);
    expect(values.length).toBeGreaterThan(100);
  });

  if (hasPromtool)
    it('pass `promtool check metrics`', async () => {
      const input = await system.metrics.metrics();
      const options = { input, encoding: 'utf8' } as const;
      const { status, stderr, stdout } = spawnSync('promtool', ['check', 'metrics'], options);
      expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' });
    });
  else it.skip('pass `promtool check metrics` (install Debian’s prometheus)', () => undefined);
});
