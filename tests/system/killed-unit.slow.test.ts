import type { PublicTask } from '@medley/task-view';
import { until } from '@medley/testing';
import { type SeparateServices, startSeparateServices } from '@medley/testing/system';

const amqpUrl = process.env['AMQP_URL'];
const OUTAGE_MS = 120_000;
const CHARACTERS = 100_000;
/** On one thread, so that steps last longer than until the first heartbeat. */
const TASKS = 4;
const line = 'Иван Петров из Казани, +7 916 123-45-67, ivan@example.com, приехал к Анне Сидоровой. ';
const input = line.repeat(CHARACTERS / line.length);
const steps = [
  { id: 'hide', name: 'depersonalize', options: { mode: 'reversible' } },
  { id: 'back', name: 'restore', depends_on: ['hide'] },
  { id: 'again', name: 'depersonalize', options: { mode: 'reversible' }, depends_on: ['back'] },
  { id: 'last', name: 'restore', depends_on: ['again'] },
];
const ids = steps.map(({ id }) => id);

(amqpUrl === undefined ? describe.skip : describe)('a worker killed in the middle of a unit of steps', () => {
  let system: SeparateServices;
  beforeAll(async () => {
    system = await startSeparateServices({
      amqpUrl: amqpUrl ?? '',
      instances: { gateway: 1, orchestrator: 1, pii: 1 },
      env: { LOG_FORMAT: 'json', PII_THREADS: '1' },
      envOf: (service): Record<string, string> => (service === 'pii' ? { LOG_LEVEL: 'info' } : {}),
    });
  });
  afterAll(() => system.stop());

  it('has only what it had not reported done again, once and in the same attempts', async () => {
    const [api] = system.apis;
    if (!api) throw new Error('no gateway');
    const made = await Promise.all(
      Array.from({ length: TASKS }, () => api.create('/tasks', { input, steps })),
    );
    const tasks = (): Promise<PublicTask[]> => Promise.all(made.map(({ id }) => api.task(id)));
    await until(async () => (await tasks()).some((task) => task.steps[2]?.status === 'running'));
    await system.programs.get('pii')?.[0]?.end('SIGKILL');
    const reported = (await tasks()).map((task) => completedSteps(task).length);
    expect(reported.some((count) => count > 0 && count < ids.length)).toBe(true);

    await system.crash('pii', 0);
    for (const [index, { id }] of made.entries()) {
      const task = await api.ended(id, OUTAGE_MS);
      expect([task.status, completedSteps(task)]).toEqual(['completed', ids]);
      expect([textOf(task, 'back'), textOf(task, 'last')]).toEqual([input, input]);
      expect(task.steps.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
      const completed = (await api.events(id)).filter(({ event }) => event === 'step.completed');
      expect(completed.map(({ data }) => data.step)).toEqual(ids);
      const redone = endedSteps(system.programs.get('pii')?.[0]?.output ?? '', id);
      expect(redone).toEqual(ids.slice(ids.length - redone.length));
      expect(redone.length).toBeLessThanOrEqual(ids.length - (reported[index] ?? 0));
    }
  });
});

function completedSteps(task: PublicTask): string[] {
  return task.steps.filter(({ status }) => status === 'completed').map(({ id }) => id);
}

function textOf({ output }: PublicTask, step: string): unknown {
  return (output?.[step] as { text: string } | undefined)?.text;
}

/** The steps of the task that this run of the worker has ended, by its log, in their order. */
function endedSteps(log: string, id: string): unknown[] {
  const entries = log
    .split('\n')
    .filter((entry) => entry.includes('step ended') && entry.includes(id))
    .map((entry) => JSON.parse(entry) as { step_id: string });
  return entries.map(({ step_id }) => step_id);
}
