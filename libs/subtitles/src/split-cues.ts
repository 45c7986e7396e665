import { breakCost, breakCosts } from './break-cost';
import { measureUnits, type UnitMeasures } from './measure-units';
import type { TimedUnit } from './time-units';

/** What bounds a cue of two lines. */
export interface CueConstraints {
  /** Columns of a line. */
  lineWidth: number;
  /** Columns of the first line that the name of the speaker takes. */
  prefixWidth: number;
  /** Seconds. */
  durationMax: number;
}

/** Every cue costs this, so that short ones are made only where a break is cheap. */
const CUE_COST = 5;
/** Cost of an empty cue; it falls with the square of what is unfilled. */
const UNFILLED_COST = 6;

/**
 * Split what one speaker says into cues of at most two lines at the lowest total cost: after sentences, at pauses, after
 * clauses, only then between other words. Dynamic programming over the ends of cues; linear in the number of units, since
 * a cue holds few.
 */
export function splitCues(units: readonly TimedUnit[], constraints: CueConstraints): TimedUnit[][] {
  const measures = measureUnits(units);
  const { lineWidth, prefixWidth } = constraints;
  const firstLineEnds = units.map(
    (_, start) => start + measures.countFitting(start, lineWidth - prefixWidth),
  );
  const cueCost = (start: number, end: number): number =>
    CUE_COST +
    unfilledCost(measures.columns(start, end) / (lineWidth * 2)) +
    measures.pauses(start, end) * breakCosts.word;

  const minCosts: number[] = [0];
  const cueStarts: number[] = [0];
  for (let end = 1; end <= units.length; end += 1) {
    const endCost = end < units.length ? breakCost(units[end - 1], units[end]) : 0;
    let minCost = Infinity;
    for (let start = end - 1; start >= 0; start -= 1) {
      const isTooLong = measures.columns(firstLineEnds[start] ?? end, end) > lineWidth;
      if (start < end - 1 && (isTooLong || secondsBetween(units, start, end) > constraints.durationMax))
        break;
      const cost = (minCosts[start] ?? 0) + endCost + cueCost(start, end);
      if (cost < minCost) [minCost, cueStarts[end]] = [cost, start];
    }
    minCosts[end] = minCost;
  }
  const cues: TimedUnit[][] = [];
  for (let end = units.length; end > 0; end = cueStarts[end] ?? 0) {
    cues.push(units.slice(cueStarts[end] ?? 0, end));
  }
  return cues.reverse();
}

function unfilledCost(fill: number): number {
  return (1 - Math.min(1, fill)) ** 2 * UNFILLED_COST;
}

function secondsBetween(units: readonly TimedUnit[], start: number, end: number): number {
  return (units[end - 1]?.end ?? 0) - (units[start]?.start ?? 0);
}

/** The lines of a cue: one if it fits, else two, broken where it costs least and near the middle. */
export function breakLines(units: readonly TimedUnit[], constraints: CueConstraints): string[] {
  const measures = measureUnits(units);
  const { lineWidth, prefixWidth } = constraints;
  if (prefixWidth + measures.columns(0, units.length) <= lineWidth) return [joinUnits(units)];
  const at = findLineBreak(units, measures, constraints);
  return [joinUnits(units.slice(0, at)), joinUnits(units.slice(at))];
}

function findLineBreak(
  units: readonly TimedUnit[],
  measures: UnitMeasures,
  { lineWidth, prefixWidth }: CueConstraints,
): number {
  let best = { at: 1, cost: Infinity };
  for (let at = 1; at < units.length; at += 1) {
    const first = prefixWidth + measures.columns(0, at);
    const second = measures.columns(at, units.length);
    if (first > lineWidth || second > lineWidth) continue;
    const imbalance = (Math.abs(first - second) / lineWidth) * breakCosts.word;
    const cost = breakCost(units[at - 1], units[at]) + imbalance;
    if (cost < best.cost) best = { at, cost };
  }
  return best.at;
}

function joinUnits(units: readonly TimedUnit[]): string {
  return units.map(({ text, hasSpaceBefore }, i) => (i > 0 && hasSpaceBefore ? ` ${text}` : text)).join('');
}
