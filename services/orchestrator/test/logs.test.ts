import type { StepRun } from '@medley/contracts';
import { recordLog, until, type LogLine } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

const { logger, lines } = recordLog('orchestrator');
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const origin = { request_id: 'req-1', traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` };
let harness: OrchestratorHarness;

beforeAll(async () => {
  harness = await startHarness(logger);
});
afterAll(() => harness.stop());

/** The line about a task, when it is there. */
async function lineOf(id: string, message: string): Promise<LogLine | undefined> {
  const find = (): LogLine | undefined =>
    lines.find((line) => line['task_id'] === id && line.message === message);
  await until(() => find() !== undefined);
  return find();
}

test('a lost attempt and the end of a task are info lines with its request and trace, which its steps get from the timer', async () => {
  const id = await harness.submit([step('a')], { ...origin, send: false });
  const { rev } = await harness.task(id);
  await harness.stores.tasks.update(id, rev, {
    set: { wake_at: new Date(1_000) },
    steps: [{ index: 0, set: { status: 'running', alive_at: new Date(1_000) } }],
  });
  const runs: StepRun[] = [];
  await harness.work((run) => {
    runs.push(run);
    void done(harness, run, 'text');
  });
  await harness.orchestrate();
  const about = { level: 'info', request_id: 'req-1', trace_id: TRACE_ID };
  const lost = await lineOf(id, 'attempt lost');
  expect(lost).toMatchObject({
    ...about,
    step_id: 'a',
    attempt: 1,
    kind: 'depersonalize',
    outcome: 'retried',
  });
  const ended = await lineOf(id, 'task ended');
  expect(runs[0]).toMatchObject(origin);
  expect(ended).toMatchObject({ ...about, account_id: harness.accountId, status: 'completed' });
  expect(ended?.['ms']).toEqual(expect.any(Number));
  expect(lines.filter((line) => line['task_id'] === id && line.message === 'task ended')).toHaveLength(1);
});
