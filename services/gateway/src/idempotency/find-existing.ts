import type { RequestOrigin } from '@medley/store';

/** Identifies a resource by the keyed request that creates it and its index among the resources of that request. */
export interface CreationSlot {
  origin: RequestOrigin | null;
  index: number;
}

/** The deterministic id under which a resource is stored at most once; undefined without an `Idempotency-Key`. */
export function resourceOrigin({ origin, index }: CreationSlot): string | undefined {
  return origin === null ? undefined : `${origin.id}/${index}`;
}

/** Find the resource that an earlier attempt of the same request created; queries only for repeated requests. */
export async function findExisting<T>(
  slot: CreationSlot,
  find: (origin: string) => Promise<T | null>,
): Promise<T | null> {
  const origin = resourceOrigin(slot);
  return origin !== undefined && slot.origin?.repeated ? find(origin) : null;
}
