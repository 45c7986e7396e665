import { StepWorkerGroup, type StepHandler } from '@medley/step-worker';
import { until } from '@medley/testing';
import { reportOf, startWorkerHarness, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;

beforeEach(async () => {
  harness = await startWorkerHarness();
});
afterEach(() => harness.close());

const output = {
  output: { text: 'x', provider: 'p', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } },
};

it('a worker that starts while its kind is paused takes nothing until it is resumed', async () => {
  let begun = 0;
  harness.pause('llm');
  await harness.start('llm', () => {
    begun += 1;
    return Promise.resolve(output);
  });
  await until(() => isAnnouncedPaused(true));
  const run = await harness.run();
  await until(async () => (await harness.broker.depth('steps.llm')) === 1);
  expect(begun).toBe(0);
  harness.pause();
  expect((await reportOf(harness, run)).outcome).toBe('completed');
  expect(begun).toBe(1);
});

it('what runs at the pause runs to its end; what was delivered and waits goes back and is done later, once', async () => {
  const begun: string[] = [];
  let finish: (() => void) | undefined;
  await harness.start(
    'llm',
    async (_inputs, { taskId }) => {
      begun.push(taskId);
      if (begun.length === 1) await new Promise<void>((resolve) => (finish = resolve));
      return output;
    },
    { concurrency: 1 },
  );
  const first = await harness.run();
  await until(() => begun.length === 1);
  const second = await harness.run();
  harness.pause('llm');
  await until(() => isAnnouncedPaused(true));
  finish?.();
  expect((await reportOf(harness, first)).outcome).toBe('completed');
  await until(async () => (await harness.broker.depth('steps.llm')) === 1);
  expect(begun).toEqual([first.task_id]);
  harness.pause();
  expect((await reportOf(harness, second)).outcome).toBe('completed');
  expect(begun).toEqual([first.task_id, second.task_id]);
  expect(harness.deadLetters).toEqual([]);
});

it('a resume does not wait for the end of what ran at the pause', async () => {
  let finish: (() => void) | undefined;
  let isFirst = true;
  await harness.start('llm', async () => {
    if (isFirst) {
      isFirst = false;
      await new Promise<void>((resolve) => (finish = resolve));
    }
    return output;
  });
  const first = await harness.run();
  await until(() => finish !== undefined);
  harness.pause('llm');
  await until(() => isAnnouncedPaused(true));
  harness.pause();
  expect((await reportOf(harness, await harness.run())).outcome).toBe('completed');
  finish?.();
  expect((await reportOf(harness, first)).outcome).toBe('completed');
});

it('a step of a paused kind does not follow in the same unit', async () => {
  let begun = 0;
  const group = new StepWorkerGroup();
  const hide: StepHandler<'depersonalize'> = () => {
    return Promise.resolve({ output: { text: 'x', mode: 'blind', entities: [] }, mapping: 'new' });
  };
  const restore: StepHandler<'restore'> = () => {
    begun += 1;
    return Promise.resolve({ output: { text: 'x', restored: 0, missing: [] } });
  };
  await harness.start('depersonalize', hide, {}, group);
  await harness.start('restore', restore, {}, group);
  const following = [
    {
      ...{ step_id: 'b', kind: 'restore' as const, options: '{}' },
      characters_max: 100,
      mapping: { inline: 'm' },
    },
  ];
  expect(
    (await reportOf(harness, await harness.run({ kind: 'depersonalize', following }))).following,
  ).toHaveLength(1);
  harness.pause('restore');
  await until(() => isAnnouncedPaused(true));
  const run = await harness.run({ kind: 'depersonalize', following });
  expect((await reportOf(harness, run)).following).toBeUndefined();
  expect(begun).toBe(1);
});

function isAnnouncedPaused(paused: boolean): boolean {
  const last = harness.signals.findLast(({ name }) => name === 'worker.announced');
  return last !== undefined && 'paused' in last.body && last.body.paused === paused;
}
