/** A seeded source of chance. */
export interface Random {
  /** An integer from 0 up to `below`, itself excluded. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** That many digits; the first one not 0. */
  digits(length: number): string;
}

/** Mulberry32: small, fast, good enough to draw fakes; no secret may rest on it. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(items: readonly T[]): T => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('cannot pick from an empty list');
      return item;
    },
    digits: (length) => Array.from({ length }, (_, i) => String(i === 0 ? below(9) + 1 : below(10))).join(''),
  };
}
