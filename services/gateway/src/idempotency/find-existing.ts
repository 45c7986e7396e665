import type { RequestOrigin } from '@medley/store';

/** What makes a thing: a request with a key, and the position among the things it makes. */
export interface CreationSlot {
  origin: RequestOrigin | null;
  index: number;
}

/** The name under which a thing is stored once, undefined for a request without a key. */
export function originOf({ origin, index }: CreationSlot): string | undefined {
  return origin === null ? undefined : `${origin.id}/${index}`;
}

/** What an earlier attempt at the same request made at this place, if it came that far; at most one question. */
export async function findExisting<T>(
  slot: CreationSlot,
  find: (origin: string) => Promise<T | null>,
): Promise<T | null> {
  const origin = originOf(slot);
  return origin !== undefined && slot.origin?.repeated ? find(origin) : null;
}
