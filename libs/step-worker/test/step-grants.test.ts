import { signalTopics, type FollowingStep, type StepHeartbeat, type StepRun } from '@medley/contracts';
import { StepWorkerGroup } from '@medley/step-worker';
import { until, withFrozenTimers, type FrozenTimers } from '@medley/testing';
import { reportOf, startWorkerHarness, type WorkerHarness } from './worker-harness';

const worker = 'restore-test';
const minuteAgo = (): string => new Date(Date.now() - 60_000).toISOString();

describe('a granted attempt whose slot went to a longer step', () => {
  let harness: WorkerHarness;
  let seen: string[];
  let release: () => void;
  beforeEach(async () => {
    harness = await startWorkerHarness();
    seen = [];
  });
  afterEach(() => harness.close());

  /** Workers with one slot each; the first step of restore lasts until `release`. */
  async function startBoth(): Promise<void> {
    const gate = new Promise<void>((resolve) => (release = resolve));
    const group = new StepWorkerGroup();
    const hidden = { output: { text: 'x', mode: 'reversible' as const, entities: [] }, mapping: 'm' };
    await harness.start('depersonalize', () => Promise.resolve(hidden), { concurrency: 1 }, group);
    await harness.start(
      'restore',
      async (_inputs, { stepId }) => {
        seen.push(stepId);
        await gate;
        return { output: { text: 'x', restored: 0, missing: [] } };
      },
      { concurrency: 1 },
      group,
    );
  }

  /** Grants the attempt of an old message after a unit of the other kind has taken the slot. */
  async function grantWithoutSlot(): Promise<StepRun> {
    await startBoth();
    const input = { text: { inline: 'x' }, mapping: { inline: 'm' } };
    const old = await harness.run({ kind: 'restore', step_id: 'old', input, sent_at: minuteAgo() });
    await until(() => harness.claims.length === 1);
    const long: FollowingStep = { step_id: 'long', kind: 'restore', options: '{}', characters_max: 100 };
    await harness.run({ kind: 'depersonalize', following: [long] });
    await until(() => seen.includes('long'));
    grant(old);
    return old;
  }

  function grant({ task_id, step_id, attempt }: StepRun): void {
    const claimed = { task_id, step_id, attempt, worker, answer: 'run' as const };
    harness.broker.signal('step.claimed', signalTopics.stepClaimed(worker), claimed);
  }

  const heartbeats = (): StepHeartbeat[] => harness.alive.filter(({ step_id }) => step_id === 'old');
  async function passHeartbeats(timers: FrozenTimers, count: number): Promise<void> {
    for (let sent = 1; sent <= count; sent += 1) {
      await timers.advance(15_000);
      await until(() => heartbeats().length === sent);
    }
  }

  it('sends heartbeats while it waits, and then starts without another claim', async () => {
    await withFrozenTimers(async (timers) => {
      const old = await grantWithoutSlot();
      await passHeartbeats(timers, 3);
      expect(heartbeats()[2]).toMatchObject({ attempt: 1, elapsed_ms: 45_000, progress: null, worker });
      release();
      await reportOf(harness, old);
    });
    expect([seen, harness.claims.length]).toEqual([['long', 'old'], 1]);
  });

  it('repeats a heartbeat that did not reach the broker after a second', async () => {
    await withFrozenTimers(async (timers) => {
      const old = await grantWithoutSlot();
      harness.failPublishes('step.alive', ...Array<'unknown'>(100).fill('unknown'));
      await timers.advance(16_000);
      harness.failPublishes('step.alive');
      await timers.advance(1_000);
      await until(() => heartbeats().length === 1);
      release();
      await reportOf(harness, old);
    });
  });

  it('is claimed again when its last heartbeat did not reach the broker', async () => {
    await withFrozenTimers(async (timers) => {
      const old = await grantWithoutSlot();
      await passHeartbeats(timers, 1);
      // Those of both steps, which are repeated each second.
      harness.failPublishes('step.alive', ...Array<'unknown'>(100).fill('unknown'));
      await timers.advance(17_000);
      release();
      await until(() => harness.claims.length === 2);
      expect(seen).toEqual(['long']);
      grant(old);
      await reportOf(harness, old);
    });
    expect(seen).toEqual(['long', 'old']);
  });
});
