import { uploadPrefix } from '@medley/blobs';
import { HOUR_MS, stepKinds, type StepKind } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import { applyTrigger } from './apply-trigger';
import type { OrchestratorContext } from './orchestrator-context';
import { postponeFailing } from './postpone-failing';

const BATCH = 200;
/** Reservations whose task was never stored are refunded when older than this. */
const ORPHAN_AGE_MS = 60_000;
const MAINTENANCE_INTERVAL_MS = 30_000;
const IDEMPOTENCY_RETENTION_MS = 24 * HOUR_MS;
/** A token bucket unused for this long is full again and can be deleted. */
const BUCKET_IDLE_MS = HOUR_MS;
/** No task keeps blobs for this long: older ones were stored after the purge of their task. */
const BLOB_AGE_MAX_MS = 48 * HOUR_MS;
const BLOB_PURGE_INTERVAL_MS = HOUR_MS;
/** Days of usage summed at a time; more than one only after an upgrade or a pause. */
const SUMMED_DAYS_MAX = 31;
/** Ended tasks deleted by one database call, and by one maintenance run. */
const REMOVE_BATCH = 500;
const REMOVE_MAX = 10_000;

/** A timer that fires this much too late shows that the process stood still. */
const STOOD_STILL_MS = 10_000;

export interface TaskTimer {
  /** Stop the timer; resolves when the current tick has finished. */
  stop(): Promise<void>;
}

/**
 * Start the task timer: it handles every task whose `wake_at` has passed, so that lost messages do no harm, and runs the periodic
 * maintenance. Several orchestrators may run it concurrently; writes are guarded by `rev`.
 */
export function startTaskTimer(context: OrchestratorContext, tickMs: number): TaskTimer {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let maintainedAt = 0;
  let blobsPurgedAt = performance.now();

  async function tick(): Promise<void> {
    // A failure of one of these does not prevent the others.
    await attempt('due tasks', async () => {
      while (!isStopped && (await handleDueTasks(context)));
    });
    if (!isStopped && performance.now() - maintainedAt > MAINTENANCE_INTERVAL_MS) {
      maintainedAt = performance.now();
      await attempt('repair', () => runMaintenance(context));
      await attempt('uploads', () => deleteExpiredUploads(context));
    }
    if (!isStopped && performance.now() - blobsPurgedAt > BLOB_PURGE_INTERVAL_MS) {
      blobsPurgedAt = performance.now();
      await attempt('old blobs', () => context.blobs.deleteOlder(BLOB_AGE_MAX_MS));
    }
  }

  async function attempt(kind: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      context.logger.warn('a job of the task timer failed', { kind, error: messageOf(error) });
    }
  }

  let ticking = Promise.resolve();
  const next = (): void => {
    if (isStopped) return;
    // Jitter keeps several instances from handling the same tasks at the same moment.
    const ms = tickMs * (0.9 + 0.2 * Math.random());
    const dueAt = performance.now() + ms;
    timer = setTimeout(() => {
      if (performance.now() - dueAt > STOOD_STILL_MS) context.hearing.restart();
      ticking = tick().then(next);
    }, ms);
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

/** Handle one batch of due tasks; true when more may be due. */
async function handleDueTasks(context: OrchestratorContext): Promise<boolean> {
  const { broker, hearing, stores } = context;
  const { tasks, more } = await hearing.ask(async () => {
    const answer = await stores.tasks.due(stores.now(), BATCH);
    return { works: broker.checkHealth() === null, answer };
  });
  if (tasks.length === 0) return false;
  const queues = { idle: await findIdleKinds(context), claimedUntil: context.progress.claimedUntil() };
  const results = await Promise.allSettled(
    tasks.map(async (task) => {
      try {
        await applyTrigger(context, task, { type: 'timer-fired', queues });
        context.failures.delete(task.id);
      } catch (error) {
        await postponeFailing(context, task, error);
      }
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  // Without this the same tasks would be due again at once, in a busy loop.
  if (failed) throw failed.reason;
  return more;
}

/**
 * Kinds whose queue holds no ready message. While the orchestrator's own queue has a backlog, none counts as idle: a report of a
 * claimed step may wait in it.
 */
async function findIdleKinds({ broker }: OrchestratorContext): Promise<ReadonlySet<StepKind>> {
  if ((await broker.depth('orchestrator')) !== 0) return new Set();
  const depths = await Promise.all(
    stepKinds.map(async (kind) => [kind, await broker.depth(`steps.${kind}`)] as const),
  );
  return new Set(depths.filter(([, depth]) => depth === 0).map(([kind]) => kind));
}

/** Delete expired records, refund orphaned reservations and correct counters. */
async function runMaintenance({ stores, logger, retention }: OrchestratorContext): Promise<void> {
  const ago = (ms: number): Date => new Date(stores.now().getTime() - ms);
  await stores.idempotency.purge(ago(IDEMPOTENCY_RETENTION_MS));
  await stores.rateLimits.purge(ago(BUCKET_IDLE_MS));
  const count = await stores.accounts.repair(ago(ORPHAN_AGE_MS));
  if (count > 0) logger.warn('reservations without a task were refunded', { count });
  const corrected = await stores.accounts.recount();
  for (let days = 0; days < SUMMED_DAYS_MAX && (await stores.usage.sumNextDay()); days += 1);
  let removed = 0;
  while (removed < REMOVE_MAX) {
    const batch = await stores.tasks.removeEnded(ago(retention.tasksMs), REMOVE_BATCH);
    removed += batch;
    if (batch < REMOVE_BATCH) break;
  }
  if (retention.ledgerMs !== null) {
    const folded = await stores.accounts.foldLedger(ago(retention.ledgerMs));
    if (folded > 0) logger.info('old ledger entries were added to opening balances', { count: folded });
  }
  if (removed > 0) logger.info('ended tasks were deleted after their retention', { count: removed });
  if (corrected > 0) logger.warn('counters of accounts were corrected', { count: corrected });
}

/** Delete uploads that expired, and those whose last task was purged. */
async function deleteExpiredUploads({ stores: { uploads }, blobs }: OrchestratorContext): Promise<void> {
  for (;;) {
    const { expired, more } = await uploads.expire(BATCH);
    for (const id of expired) await blobs.deletePrefix(uploadPrefix(id));
    if (expired.length > 0) await uploads.forget(expired);
    if (!more) return;
  }
}
