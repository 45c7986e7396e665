import { HOUR_MS, stepKinds, type StepKind } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import { moveTask } from './move-task';
import type { Engine } from './ports';
import { postponeFailing } from './postpone-failing';

const BATCH = 200;
/** Reservations whose task was never stored are given back when older than this. */
const ORPHAN_MS = 60_000;
const REPAIR_EVERY_MS = 30_000;
const IDEMPOTENCY_LIFE_MS = 24 * HOUR_MS;
/** A bucket nobody took from for so long is full again, as if it had never been. */
const BUCKET_IDLE_MS = HOUR_MS;
/** A blob that was stored after its task was purged; no task lives as long as this. */
const BLOB_LIFE_MS = 48 * HOUR_MS;
const SWEEP_EVERY_MS = HOUR_MS;
/** Ended tasks removed by one call, and by one repair. */
const REMOVE_BATCH = 500;
const REMOVE_MAX = 10_000;

export interface Clock {
  /** No more looks; resolves when the one under way is done. */
  stop(): Promise<void>;
}

/**
 * The clock that makes lost messages harmless: looks after every task whose `wake_at` has passed. Several orchestrators
 * may run it side by side, guarded writes keep them apart.
 */
export function runClock(engine: Engine, tickMs: number): Clock {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let repairedAt = 0;
  let sweptAt = performance.now();

  async function tick(): Promise<void> {
    // Trouble with one of these keeps the clock from none of the others.
    await attempt('due tasks', async () => {
      while (!isStopped && (await lookAtDue(engine)));
    });
    if (!isStopped && performance.now() - repairedAt > REPAIR_EVERY_MS) {
      repairedAt = performance.now();
      await attempt('repair', () => repair(engine));
    }
    if (!isStopped && performance.now() - sweptAt > SWEEP_EVERY_MS) {
      sweptAt = performance.now();
      await attempt('old blobs', () => engine.blobs.deleteOlder(BLOB_LIFE_MS));
    }
  }

  async function attempt(kind: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      engine.logger.warn('the clock could not look', { kind, error: messageOf(error) });
    }
  }

  let ticking = Promise.resolve();
  const next = (): void => {
    if (isStopped) return;
    // A little jitter keeps several instances from looking at the same tasks at the same moment.
    timer = setTimeout(() => (ticking = tick().then(next)), tickMs * (0.9 + 0.2 * Math.random()));
  };
  next();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return ticking;
    },
  };
}

/** True when there may be more tasks that are due. */
async function lookAtDue(engine: Engine): Promise<boolean> {
  const { tasks, more } = await engine.stores.tasks.due(engine.stores.now(), BATCH);
  if (tasks.length === 0) return false;
  const queues = { idle: await findIdleKinds(engine), takenUntil: engine.progress.takenUntil() };
  const results = await Promise.allSettled(
    tasks.map(async (task) => {
      try {
        await moveTask(engine, task, { type: 'looked', queues });
        engine.failures.delete(task.id);
      } catch (error) {
        await postponeFailing(engine, task, error);
      }
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  // Without this the same tasks would be due again at once, in a tight loop.
  if (failed) throw failed.reason;
  return more;
}

/**
 * Kinds with no message waiting in their queue. While our own queue has a backlog, a step may have spoken up in a message
 * not read yet, so none counts as idle.
 */
async function findIdleKinds({ broker }: Engine): Promise<ReadonlySet<StepKind>> {
  if ((await broker.depth('orchestrator')) !== 0) return new Set();
  const depths = await Promise.all(
    stepKinds.map(async (kind) => [kind, await broker.depth(`steps.${kind}`)] as const),
  );
  return new Set(depths.filter(([, depth]) => depth === 0).map(([kind]) => kind));
}

/** What crashes and time leave behind, whoever left it. */
async function repair({ stores, logger, retentionMs }: Engine): Promise<void> {
  const ago = (ms: number): Date => new Date(stores.now().getTime() - ms);
  await stores.idempotency.purge(ago(IDEMPOTENCY_LIFE_MS));
  await stores.rateLimits.purge(ago(BUCKET_IDLE_MS));
  const count = await stores.accounts.repair(ago(ORPHAN_MS));
  if (count > 0) logger.warn('reservations without a task were returned', { count });
  const corrected = await stores.accounts.recount();
  let removed = 0;
  while (removed < REMOVE_MAX) {
    const batch = await stores.tasks.removeEnded(ago(retentionMs), REMOVE_BATCH);
    removed += batch;
    if (batch < REMOVE_BATCH) break;
  }
  if (removed > 0) logger.info('ended tasks were removed after their retention', { count: removed });
  if (corrected > 0) logger.warn('counters of accounts were corrected', { count: corrected });
}
