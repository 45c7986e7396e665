import {
  newTask,
  stepCatalogue,
  stepKinds,
  type ResolvedStep,
  type StepKind,
  type Task,
} from '@medley/contracts';
import { decide, type Rules } from '@medley/state-machine';

const START = new Date('2026-01-01T00:00:00.000Z');
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const rules: Rules = {
  prices: Object.fromEntries(stepKinds.map((kind) => [kind, stepCatalogue[kind].price])) as Rules['prices'],
  attemptsMax: 3,
  retryDelaysMs: [2_000],
  jitter: () => 0,
  claimTimeoutMs: 5_000,
  heartbeatTimeoutMs: 60_000,
  keepUndeliveredMs: HOUR,
  newId: () => 'delivery',
};

const after = (ms: number): Date => new Date(START.getTime() + ms);

function queuedTask(): Task {
  const input = {
    url: null, text: 'x', filename: null, language_in: 'ru', language_out: 'ru',
    prompt: null, template: null, response_schema: null,
  }; // prettier-ignore
  const steps: ResolvedStep[] = [{ id: 'hide', name: 'depersonalize', depends_on: [], options: {} }];
  const facts = { id: 't', account_id: 'a', input, steps, metadata: [], webhook_url: null, ttl: 4 };
  return newTask({ ...facts, reserved: 1 }, START);
}

/** Fire the timer at every due second until the task ends; returns the seconds at which the step was published again. */
function sendTimes(claimedUntil: (now: Date) => Date | null, idle: readonly StepKind[] = []): number[] {
  let task = queuedTask();
  const times: number[] = [];
  for (let ms = 0; task.status === 'pending'; ms += SECOND) {
    const now = after(ms);
    if (task.wake_at && task.wake_at > now) continue;
    const claimed = claimedUntil(now);
    const queues = {
      idle: new Set(idle),
      claimedUntil: new Map(claimed && [['depersonalize' as const, claimed]]),
    };
    const decision = decide(task, { type: 'timer-fired', queues }, { now, rules });
    if (!decision) throw new Error('the timer decided nothing');
    if (decision.run.length > 0) times.push(ms / SECOND);
    task = decision.task;
  }
  return times;
}

test('a step that its queue has overtaken is requeued within seconds, although the queue is not empty', () => {
  const [first = Infinity] = sendTimes((now) => now);
  expect(first).toBeLessThanOrEqual(20);
});

test('a step whose queue is not empty is requeued eventually, whatever the reports of its workers', () => {
  const [first = Infinity] = sendTimes(() => null);
  expect(first).toBeLessThanOrEqual(315);
});

test('a step in a queue that makes progress is not requeued for five minutes', () => {
  // Workers take what was queued before it: the queue is 5 minutes behind.
  const [first = 0] = sendTimes((now) => new Date(now.getTime() - 300 * SECOND));
  expect(first).toBeGreaterThanOrEqual(300);
});

test('within the six hours of a task a step is requeued at most eight times while the queue holds messages', () => {
  const overtaken = sendTimes((now) => now);
  const unclaimed = sendTimes(() => null);
  expect([overtaken.length, unclaimed.length]).toEqual([6, 3]);
  for (const times of [overtaken, unclaimed]) {
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  }
});

test('a step whose queue is empty is requeued every minute until a worker claims it', () => {
  const times = sendTimes(() => null, stepKinds);
  expect(times.slice(0, 3)).toEqual([5, 25, 85]);
  expect(times.length).toBeGreaterThan(300);
});
