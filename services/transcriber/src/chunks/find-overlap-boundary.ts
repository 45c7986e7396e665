import type { SpokenToken } from './spoken-token';

/** Number of tokens kept at the start of the left chunk, and dropped from the start of the right chunk. */
export interface OverlapBoundary {
  kept: number;
  dropped: number;
}

/** The overlap of two chunks and the cut in the middle of it, in seconds from the start of the recording. */
export interface Overlap {
  start: number;
  cut: number;
  end: number;
}

/** A word that both chunks contain, by the indexes of its tokens. */
interface Match {
  left: number;
  right: number;
  /** Number of consecutive matches without a gap, including this one; at most `RUN_ENOUGH`. */
  run: number;
}

/** Tokens of a chunk that are compared, at most: the comparison is quadratic. */
const CANDIDATES_MAX = 120;
/** Longer runs are no better evidence. */
const RUN_ENOUGH = 3;
/** Shortest run that counts as a match when times are interpolated. */
const RUN_MIN_INTERPOLATED = 2;
/** Uncertainty of engine timestamps, in seconds; interpolated times have more. */
const TIMESTAMP_ERROR_S = 0.5;

/**
 * Finds where to switch from the left chunk to the right one so that no word is lost or duplicated: after the common word
 * nearest to the cut, else by the times of the words. Without usable times all words are kept, even if some are duplicated.
 */
export function findOverlapBoundary(
  left: readonly SpokenToken[],
  right: readonly SpokenToken[],
  overlap: Overlap,
): OverlapBoundary {
  const firstLeft = left.length - countCandidates(left.toReversed(), overlap);
  const candidates = { left: left.slice(firstLeft), right: right.slice(0, countCandidates(right, overlap)) };
  const matches = findMatches(candidates.left, candidates.right);
  const anchor = chooseAnchor(matches, candidates, overlap.cut);
  if (anchor) return { kept: firstLeft + anchor.left + 1, dropped: anchor.right + 1 };
  if (
    [...candidates.left, ...candidates.right].some(
      ({ uncertainty }) => uncertainty > overlap.end - overlap.start,
    )
  ) {
    return { kept: left.length, dropped: 0 };
  }
  return boundaryByTimes(left, right, overlap.cut);
}

/** Counts the tokens that may lie in the overlap, from the side of the cut. */
function countCandidates(tokens: readonly SpokenToken[], { start, end }: Overlap): number {
  const outside = tokens.findIndex(
    (one) => one.end + one.uncertainty < start || one.start - one.uncertainty > end,
  );
  const inside = outside === -1 ? tokens.length : outside;
  const [nearest] = tokens;
  if (!nearest || nearest.uncertainty <= TIMESTAMP_ERROR_S) return Math.min(inside, CANDIDATES_MAX);
  // Interpolated times may be far off, but the average speaking rate is reliable.
  const seconds = tokens.reduce((sum, one) => sum + one.end - one.start, 0);
  const expected = (tokens.length / Math.max(seconds, 0.1)) * (end - start);
  return Math.min(inside, CANDIDATES_MAX, Math.ceil(1.5 * expected) + 3);
}

/** The longest common subsequence of words; of equally long ones, the one with the best matching times. */
function findMatches(left: readonly SpokenToken[], right: readonly SpokenToken[]): Match[] {
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] as number;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const score = scoreOf(left[row], right[column]);
      best[row * width + column] = Math.max(
        at(row + 1, column),
        at(row, column + 1),
        score === 0 ? 0 : score + at(row + 1, column + 1),
      );
    }
  }
  const matches: Match[] = [];
  for (let row = 0, column = 0; row < left.length && column < right.length;) {
    const score = scoreOf(left[row], right[column]);
    if (score > 0 && at(row, column) === score + at(row + 1, column + 1)) {
      matches.push({ left: row, right: column, run: 1 });
      row += 1;
      column += 1;
    } else if (at(row, column) === at(row + 1, column)) row += 1;
    else column += 1;
  }
  return withRuns(matches);
}

/** Above 0.99 when both may be the same word, else 0: one more word always outweighs better matching times. */
function scoreOf(left: SpokenToken | undefined, right: SpokenToken | undefined): number {
  if (!left || !right || left.letters === '' || left.letters !== right.letters) return 0;
  const distance = Math.abs(middleOf(left) - middleOf(right));
  const allowed = left.uncertainty + right.uncertainty;
  return distance > allowed ? 0 : 1 - (0.5 * distance) / allowed / CANDIDATES_MAX;
}

function withRuns(matches: readonly Match[]): Match[] {
  const follows = (match: Match | undefined, next: Match | undefined): boolean =>
    match !== undefined && next?.left === match.left + 1 && next.right === match.right + 1;
  const runs: Match[][] = [];
  for (const match of matches) {
    const last = runs.at(-1);
    if (last && follows(last.at(-1), match)) last.push(match);
    else runs.push([match]);
  }
  return runs.flatMap((run) => run.map((match) => ({ ...match, run: Math.min(RUN_ENOUGH, run.length) })));
}

/** The match in the longest run that is nearest to the cut. */
function chooseAnchor(
  matches: readonly Match[],
  candidates: { left: readonly SpokenToken[]; right: readonly SpokenToken[] },
  cut: number,
): Match | null {
  const distance = (match: Match): number => {
    const [left, right] = [candidates.left[match.left], candidates.right[match.right]];
    return left && right ? Math.abs((middleOf(left) + middleOf(right)) / 2 - cut) : Infinity;
  };
  const all = [...candidates.left, ...candidates.right];
  const isInterpolated = all.some(({ uncertainty }) => uncertainty > TIMESTAMP_ERROR_S);
  const [best] = matches
    .filter(({ run }) => !isInterpolated || run >= RUN_MIN_INTERPOLATED)
    .toSorted((one, other) => other.run - one.run || distance(one) - distance(other));
  return best ?? null;
}

/** Splits by the middle of each word. A word at the cut that both sides would leave to the other is kept. */
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
