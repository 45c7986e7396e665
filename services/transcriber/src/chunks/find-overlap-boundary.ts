import type { SpokenToken } from './spoken-token';

/** How many tokens of the left chunk stay, and how many of the right one go. */
export interface OverlapBoundary {
  kept: number;
  dropped: number;
}

/** The seconds two chunks both heard, and the cut in the middle. */
export interface Overlap {
  start: number;
  cut: number;
  end: number;
}

/** A word both chunks heard. */
interface Pair {
  left: number;
  right: number;
  /** How many pairs follow each other without a gap, this one among them. */
  run: number;
}

const ZONE_MAX = 120;
/** Longer runs prove nothing more. */
const RUN_ENOUGH = 3;
/** Two hearings of one text without times have to agree in so much to be believed. */
const BLIND_RUN = 2;
const SURE_S = 0.5;

/**
 * Where to leave the left chunk and go on with the right one, so that no word is lost or doubled: at a word that both
 * heard, the nearest to the cut; else by the middles of the words; without times rather doubled than lost.
 */
export function findOverlapBoundary(
  left: readonly SpokenToken[],
  right: readonly SpokenToken[],
  overlap: Overlap,
): OverlapBoundary {
  const firstLeft = left.length - zoneOf(left.toReversed(), overlap);
  const zones = { left: left.slice(firstLeft), right: right.slice(0, zoneOf(right, overlap)) };
  const anchor = chooseAnchor(findPairs(zones.left, zones.right), zones, overlap.cut);
  if (anchor) return { kept: firstLeft + anchor.left + 1, dropped: anchor.right + 1 };
  if ([...zones.left, ...zones.right].some(({ doubt }) => doubt > overlap.end - overlap.start)) {
    return { kept: left.length, dropped: 0 };
  }
  return boundaryByTimes(left, right, overlap.cut);
}

/** How many tokens, from the cut's side on, may lie in what both heard. */
function zoneOf(tokens: readonly SpokenToken[], { start, end }: Overlap): number {
  const outside = tokens.findIndex((one) => one.end + one.doubt < start || one.start - one.doubt > end);
  const inside = outside === -1 ? tokens.length : outside;
  const [nearest] = tokens;
  if (!nearest || nearest.doubt <= SURE_S) return Math.min(inside, ZONE_MAX);
  // Guessed times may be far off; how fast somebody speaks is not.
  const seconds = tokens.reduce((sum, one) => sum + one.end - one.start, 0);
  const expected = (tokens.length / Math.max(seconds, 0.1)) * (end - start);
  return Math.min(inside, ZONE_MAX, Math.ceil(1.5 * expected) + 3);
}

/** The longest common row of words, of equally long ones the one whose times fit best. */
function findPairs(left: readonly SpokenToken[], right: readonly SpokenToken[]): Pair[] {
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] as number;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const worth = worthOf(left[row], right[column]);
      best[row * width + column] = Math.max(
        at(row + 1, column),
        at(row, column + 1),
        worth === 0 ? 0 : worth + at(row + 1, column + 1),
      );
    }
  }
  const pairs: Pair[] = [];
  for (let row = 0, column = 0; row < left.length && column < right.length;) {
    const worth = worthOf(left[row], right[column]);
    if (worth > 0 && at(row, column) === worth + at(row + 1, column + 1)) {
      pairs.push({ left: row, right: column, run: 1 });
      row += 1;
      column += 1;
    } else if (at(row, column) === at(row + 1, column)) row += 1;
    else column += 1;
  }
  return withRuns(pairs);
}

/** More than zero when both may be the same word; a whole word more is worth more than any better fit of times. */
function worthOf(left: SpokenToken | undefined, right: SpokenToken | undefined): number {
  if (!left || !right || left.letters === '' || left.letters !== right.letters) return 0;
  const distance = Math.abs(middleOf(left) - middleOf(right));
  const allowed = left.doubt + right.doubt;
  return distance > allowed ? 0 : 1 - (0.5 * distance) / allowed / ZONE_MAX;
}

function withRuns(pairs: readonly Pair[]): Pair[] {
  const follows = (pair: Pair | undefined, next: Pair | undefined): boolean =>
    pair !== undefined && next?.left === pair.left + 1 && next.right === pair.right + 1;
  const runs: Pair[][] = [];
  for (const pair of pairs) {
    const last = runs.at(-1);
    if (last && follows(last.at(-1), pair)) last.push(pair);
    else runs.push([pair]);
  }
  return runs.flatMap((run) => run.map((pair) => ({ ...pair, run: Math.min(RUN_ENOUGH, run.length) })));
}

/** The pair in the longest run, and there the nearest to the cut. */
function chooseAnchor(
  pairs: readonly Pair[],
  zones: { left: readonly SpokenToken[]; right: readonly SpokenToken[] },
  cut: number,
): Pair | null {
  const distance = (pair: Pair): number => {
    const [left, right] = [zones.left[pair.left], zones.right[pair.right]];
    return left && right ? Math.abs((middleOf(left) + middleOf(right)) / 2 - cut) : Infinity;
  };
  const isBlind = [...zones.left, ...zones.right].some(({ doubt }) => doubt > SURE_S);
  const [best] = pairs
    .filter(({ run }) => !isBlind || run >= BLIND_RUN)
    .toSorted((one, other) => other.run - one.run || distance(one) - distance(other));
  return best ?? null;
}

/** By the middle of each word; one that both sides would leave to the other stays. */
function boundaryByTimes(
  left: readonly SpokenToken[],
  right: readonly SpokenToken[],
  cut: number,
): OverlapBoundary {
  const kept = left.filter((one) => middleOf(one) <= cut).length;
  const dropped = right.filter((one) => middleOf(one) <= cut).length;
  const [orphan, next] = [left[kept], right[dropped]];
  if (orphan && orphan.start < cut && (!next || orphan.end <= next.start)) return { kept: kept + 1, dropped };
  const [early, last] = [right[dropped - 1], left[kept - 1]];
  if (early && early.end > cut && (!last || last.end <= early.start)) return { kept, dropped: dropped - 1 };
  return { kept, dropped };
}

function middleOf({ start, end }: SpokenToken): number {
  return (start + end) / 2;
}
