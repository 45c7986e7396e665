import { breakCost, breakCosts } from './break-cost';
import { measureUnits, type UnitMeasures } from './measure-units';
import type { SpokenUnit } from './time-units';

/** What a cue may hold: two lines. */
export interface CueRoom {
  /** Columns of a line. */
  lineWidth: number;
  /** Columns of the first line that the name of the speaker takes. */
  prefixWidth: number;
  /** Seconds. */
  durationMax: number;
}

/** Each cue costs, so that short ones are made only at good places. */
const CUE_COST = 5;
const EMPTY_COST = 6;

/**
 * Cut what one speaker says into cues of at most two lines, where it hurts least: behind sentences, at pauses, behind
 * clauses, only then between other words. Every way to cut is weighed; linear in the number of units.
 */
export function cutCues(units: readonly SpokenUnit[], room: CueRoom): SpokenUnit[][] {
  const measures = measureUnits(units);
  const { lineWidth, prefixWidth } = room;
  const firstLines = units.map((_, start) => start + measures.roomFor(start, lineWidth - prefixWidth));
  const costOf = (start: number, end: number): number =>
    CUE_COST +
    emptiness(measures.columns(start, end) / (lineWidth * 2)) +
    measures.pauses(start, end) * breakCosts.word;

  const least: number[] = [0];
  const cameFrom: number[] = [0];
  for (let end = 1; end <= units.length; end += 1) {
    const breaking = end < units.length ? breakCost(units[end - 1], units[end]) : 0;
    let best = Infinity;
    for (let start = end - 1; start >= 0; start -= 1) {
      const isTooLong = measures.columns(firstLines[start] ?? end, end) > lineWidth;
      if (start < end - 1 && (isTooLong || secondsOf(units, start, end) > room.durationMax)) break;
      const sum = (least[start] ?? 0) + breaking + costOf(start, end);
      if (sum < best) [best, cameFrom[end]] = [sum, start];
    }
    least[end] = best;
  }
  const cues: SpokenUnit[][] = [];
  for (let end = units.length; end > 0; end = cameFrom[end] ?? 0) {
    cues.push(units.slice(cameFrom[end] ?? 0, end));
  }
  return cues.reverse();
}

function emptiness(fill: number): number {
  return (1 - Math.min(1, fill)) ** 2 * EMPTY_COST;
}

function secondsOf(units: readonly SpokenUnit[], start: number, end: number): number {
  return (units[end - 1]?.end ?? 0) - (units[start]?.start ?? 0);
}

/** Lay a cue out: in one line if it fits, else broken in two at the best place near the middle. */
export function layLines(units: readonly SpokenUnit[], room: CueRoom): string[] {
  const measures = measureUnits(units);
  if (room.prefixWidth + measures.columns(0, units.length) <= room.lineWidth) return [joinUnits(units)];
  const at = bestBreak(units, measures, room);
  return [joinUnits(units.slice(0, at)), joinUnits(units.slice(at))];
}

function bestBreak(units: readonly SpokenUnit[], measures: UnitMeasures, room: CueRoom): number {
  let best = { at: 1, weight: Infinity };
  for (let at = 1; at < units.length; at += 1) {
    const first = room.prefixWidth + measures.columns(0, at);
    const second = measures.columns(at, units.length);
    if (first > room.lineWidth || second > room.lineWidth) continue;
    const imbalance = (Math.abs(first - second) / room.lineWidth) * breakCosts.word;
    const weight = breakCost(units[at - 1], units[at]) + imbalance;
    if (weight < best.weight) best = { at, weight };
  }
  return best.at;
}

function joinUnits(units: readonly SpokenUnit[]): string {
  return units.map(({ text, isSpaced }, i) => (i > 0 && isSpaced ? ` ${text}` : text)).join('');
}
