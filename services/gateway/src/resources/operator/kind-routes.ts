import type { Broker } from '@medley/broker';
import { stepKinds, type StepKind } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { Pauses } from '../../workers/pauses';
import { ExpiringCache } from '../../callers/expiring-cache';
import type { OperatorCall, OperatorRoute } from '../../http/operator-route';
import { ok } from '../../http/response';
import { reasonOf } from '../../workers/check-workers';
import type { WorkerRegistry } from '../../workers/worker-registry';
import { kindDocs } from './operator-docs';
import { showKind, type OperatorKind } from './operator-views';

export interface KindDependencies {
  stores: Pick<Stores, 'overview' | 'pauses'>;
  broker: Pick<Broker, 'depth'>;
  workerRegistry: WorkerRegistry;
  pauses: Pauses;
}

type Overview = Awaited<ReturnType<Stores['overview']['kinds']>>;

/** Several operators that look at the screen share one reading of the tasks. */
const OVERVIEW_TTL_MS = 2_000;

export function kindRoutes(deps: KindDependencies): OperatorRoute[] {
  const cache = new ExpiringCache<Overview>({ ttlMs: OVERVIEW_TTL_MS, max: 1 });
  const overview = (): Promise<Overview> => cache.get('kinds', () => deps.stores.overview.kinds());
  const list = async (): Promise<{ items: OperatorKind[]; partial: boolean }> => {
    const { kinds, isPartial } = await overview();
    const paused = new Map((await deps.stores.pauses.list()).map(({ kind, paused_at }) => [kind, paused_at]));
    const items = kinds.map(async (row) => {
      const { kind } = row;
      const workers = deps.workerRegistry.knownWorkers(kind);
      const ready = workers.filter((worker) => worker.ready).length;
      const queued = await deps.broker.depth(`steps.${kind}`).catch(() => null);
      return showKind(row, {
        queued_messages: queued,
        workers: workers.length,
        ready_workers: ready,
        paused_workers: workers.filter((worker) => worker.paused === true).length,
        reason: ready > 0 || workers.length === 0 ? null : reasonOf(workers),
        paused_at: paused.get(kind) ?? null,
      });
    });
    return { items: await Promise.all(items), partial: isPartial };
  };
  const change = (action: 'pause' | 'resume'): OperatorRoute => ({
    method: 'post',
    path: `/operator/kinds/:kind/${action}`,
    docs: kindDocs[action],
    async handle(call) {
      const kind = kindOf(call);
      await deps.pauses[action](kind);
      call.log(action === 'pause' ? 'kind paused' : 'kind resumed', { kind });
      return ok((await list()).items.find((one) => one.kind === kind));
    },
  });
  return [
    { method: 'get', path: '/operator/kinds', docs: kindDocs.list, handle: async () => ok(await list()) },
    change('pause'),
    change('resume'),
  ];
}

/** @throws AppError NOT_FOUND */
function kindOf({ params }: OperatorCall): StepKind {
  const kind = stepKinds.find((one) => one === params['kind']);
  if (kind) return kind;
  throw new AppError('NOT_FOUND', `There is no such kind of step. Known are: ${stepKinds.join(', ')}.`);
}
