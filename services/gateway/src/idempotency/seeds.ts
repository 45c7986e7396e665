import { createHash, randomUUID } from 'node:crypto';

/**
 * Where the ids of a keyed request come from. Every attempt at the request has a seed of its own, for an id must
 * never be used again once money was set aside under it; what earlier attempts made is found by their seeds.
 */
export interface Seeds {
  current: string;
  earlier: readonly string[];
}

interface Place {
  seeds: Seeds | null;
  /** Position among the things one request makes. */
  index: number;
}

/** The id of a new thing: random, or always the same one for a seed and a position. */
export function newId({ seeds, index }: Place): string {
  return seeds === null ? randomUUID() : derivedId(seeds.current, index);
}

/** What an earlier attempt at the same request made at this place, if it came that far. */
export async function findMadeBefore<T>(
  { seeds, index }: Place,
  find: (id: string) => Promise<T | null>,
): Promise<T | null> {
  for (const seed of seeds?.earlier ?? []) {
    const found = await find(derivedId(seed, index));
    if (found !== null) return found;
  }
  return null;
}

/** A UUID of version 8 (RFC 9562) made of a hash. */
function derivedId(seed: string, index: number): string {
  const bytes = createHash('sha256').update(`${seed}\n${index}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
