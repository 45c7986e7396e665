import { stepKinds, type StepKind } from '@medley/contracts';
import { getOrRegister, type ServiceContext } from '@medley/kit';
import { Gauge } from 'prom-client';

const CHECK_MS = 5_000;
/** A kind may be without workers for this long, such as while they are replaced. */
const MISSING_MS = 60_000;

export interface WatchedWorkers {
  /** Workers of a kind that have announced themselves lately, whether they are ready or not. */
  count(kind: StepKind): number;
  /** Kinds that may have no worker, because they are started when there is work. */
  assumed: readonly StepKind[];
}

/**
 * Watch for kinds of steps that no worker has served for a minute: then the status of `/health` is `degraded`, and the log
 * says it once. The metric `medley_workers` shows the workers of every kind.
 */
export function watchWorkers(
  {
    health,
    metrics,
    logger,
    lifecycle,
  }: Pick<ServiceContext<unknown>, 'health' | 'metrics' | 'logger' | 'lifecycle'>,
  { count, assumed }: WatchedWorkers,
): void {
  const missingSince = new Map<StepKind, number>();
  const missing = new Set<StepKind>();
  const check = (): void => {
    for (const kind of stepKinds) {
      if (assumed.includes(kind)) continue;
      if (count(kind) > 0) {
        missingSince.delete(kind);
        if (missing.delete(kind)) logger.info('a kind of steps has a worker again', { kind });
        continue;
      }
      const since = missingSince.get(kind) ?? performance.now();
      missingSince.set(kind, since);
      if (missing.has(kind) || performance.now() - since < MISSING_MS) continue;
      missing.add(kind);
      logger.warn('a kind of steps has had no worker for a minute, its steps wait', { kind });
    }
  };
  check();
  const timer = setInterval(check, CHECK_MS);
  lifecycle.onStop('watch of workers', () => clearInterval(timer));
  health.degrade('workers', () =>
    missing.size === 0 ? null : `no worker for over a minute: ${[...missing].join(', ')}`,
  );
  getOrRegister(metrics, 'medley_workers', (name) => {
    const help = 'Workers that have announced themselves lately, ready or not';
    return new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [metrics],
      collect() {
        for (const kind of stepKinds) this.set({ kind }, count(kind));
      },
    });
  });
}
