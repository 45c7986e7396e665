import type { StepRun, Task } from '@medley/contracts';
import { until } from '@medley/testing';
import { startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

/** The stated length of a text in the blob store, which the orchestrator must not read: the stored text is shorter. */
interface StatedLength {
  size: number;
  characters?: number;
}

describe('text that a step would take from the steps above', () => {
  let harness: OrchestratorHarness;
  let runs: string[];
  beforeEach(async () => {
    harness = await startHarness();
    runs = [];
    await harness.orchestrate();
  });
  afterEach(() => harness.stop());

  /** Steps `a` and `b` give texts of these lengths, `c` depends on both; ends with the task or with the run of `c`. */
  async function join(a: StatedLength, b: StatedLength): Promise<Task> {
    await harness.work((run) => {
      runs.push(run.step_id);
      if (run.step_id !== 'c') void report(run, run.step_id === 'a' ? a : b);
    });
    const id = await harness.submit([step('a'), step('b'), step('c', ['a', 'b'])]);
    for (const name of ['a', 'b']) {
      await harness.blobs.put(`tasks/${id}/${name}/1/result.txt`, Buffer.from(name));
    }
    await until(async () => (await harness.task(id)).status !== 'pending' || runs.includes('c'));
    return harness.task(id);
  }

  const report = ({ task_id, step_id, attempt }: StepRun, length: StatedLength): Promise<unknown> => {
    const text = { blob: `tasks/${task_id}/${step_id}/1/result.txt`, ...length };
    return harness.broker.publish('step.finished', {
      task_id, step_id, attempt, elapsed_ms: 5, outcome: 'completed', output: { inline: '{}' }, text,
      media: null, mapping: null, usage: { characters: 10 },
    }); // prettier-ignore
  };

  it.each<[string, StatedLength, StatedLength]>([
    ['exactly 400,000 characters', { size: 9, characters: 200_000 }, { size: 9, characters: 199_998 }],
    // Of an attempt by an older worker: 4 bytes may be one character.
    ['what may be 400,000 characters', { size: 800_000 }, { size: 799_992 }],
  ])('is accepted when it has %s', async (_, a, b) => {
    expect((await join(a, b)).status).toBe('pending');
    expect(runs.sort()).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, StatedLength, StatedLength]>([
    ['one character more', { size: 9, characters: 200_000 }, { size: 9, characters: 199_999 }],
    ['surely more by its bytes', { size: 800_000 }, { size: 799_997 }],
  ])('fails the step at once when it has %s', async (_, a, b) => {
    const task = await join(a, b);
    expect(task).toMatchObject({
      status: 'failed',
      error: { code: 'TEXT_TOO_LONG', step: 'c', retryable: false, attempts: 1 },
    });
    expect(task.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'failed']);
    expect(task.events.slice(-3).map(({ type }) => type)).toEqual([
      'step.queued',
      'step.failed',
      'task.failed',
    ]);
    expect(runs.sort()).toEqual(['a', 'b']);
  });
});

describe('a step that was queued before there was a limit', () => {
  it('fails instead of being requeued', async () => {
    const harness = await startHarness();
    const id = await harness.submit([step('a'), step('c', ['a'])], { send: false });
    const { rev } = await harness.task(id);
    await harness.stores.tasks.update(id, rev, {
      set: { wake_at: new Date(1) },
      steps: [
        {
          index: 0,
          set: { status: 'completed', text: { blob: `tasks/${id}/a/1/result.txt`, size: 4_000_000_000 } },
        },
        { index: 1, set: { status: 'queued', attempt: 1, queued_at: new Date(0) } },
      ],
    });
    await harness.orchestrate();
    await until(async () => (await harness.task(id)).status === 'failed');
    expect((await harness.task(id)).error).toMatchObject({ code: 'TEXT_TOO_LONG', step: 'c' });
    await harness.stop();
  });
});
