/** Outside a name; its beginning, inside and last word; a name of one word. */
export const label = { outside: 0, begin: 1, inside: 2, last: 3, unit: 4 } as const;
export const LABELS = 5;

const between: readonly number[] = [label.outside, label.last, label.unit];
const opening: readonly number[] = [label.outside, label.begin, label.unit];
const continuing: readonly number[] = [label.inside, label.last];

const isAllowed = (from: number, to: number): boolean =>
  (between.includes(from) ? opening : continuing).includes(to);
const every = Array.from({ length: LABELS * LABELS }, (_, at) => ({
  from: Math.floor(at / LABELS),
  to: at % LABELS,
}));
const allowed = every
  .filter(({ from, to }) => isAllowed(from, to))
  .sort((a, b) => a.to - b.to || a.from - b.from);

/** The pairs of labels that may be neighbours, ordered by the second one. */
export const pairs = {
  count: allowed.length,
  from: Uint8Array.from(allowed.map(({ from }) => from)),
  to: Uint8Array.from(allowed.map(({ to }) => to)),
} as const;
/** The number of a pair among those. */
export function pairNumber(from: number, to: number): number {
  return allowed.findIndex((pair) => pair.from === from && pair.to === to);
}

/** Labels of the first and of the last word of a text. */
export const firstLabels = opening;
export const lastLabels = between;
