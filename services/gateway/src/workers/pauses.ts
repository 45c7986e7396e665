import type { StepKind } from '@medley/contracts';
import type { Stores } from '@medley/store';
import { ExpiringCache } from '../callers/expiring-cache';

/** A change that another gateway or the admin command made is seen after this long. */
const TTL_MS = 1_000;

/** Which kinds of steps an operator has paused. */
export interface Pauses {
  kinds(): Promise<ReadonlySet<StepKind>>;
  pause(kind: StepKind): Promise<void>;
  resume(kind: StepKind): Promise<void>;
}

export function createPauses(stores: Pick<Stores, 'pauses'>): Pauses {
  const cache = new ExpiringCache<ReadonlySet<StepKind>>({ ttlMs: TTL_MS, max: 1 });
  const read = async (): Promise<ReadonlySet<StepKind>> =>
    new Set((await stores.pauses.list()).map(({ kind }) => kind));
  return {
    kinds: () => cache.get('kinds', read),
    async pause(kind) {
      await stores.pauses.pause(kind);
      cache.forget(() => true);
    },
    async resume(kind) {
      await stores.pauses.resume(kind);
      cache.forget(() => true);
    },
  };
}
