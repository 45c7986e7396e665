import type { TimedUnit } from './time-units';

/** Silence between two units that counts as a pause. */
const PAUSE_S = 0.7;

/** Prefix sums over a list of units: any range of it is measured in constant time. */
export interface UnitMeasures {
  /** Columns of the units from `start` up to `end` (exclusive) on one line. */
  columns(start: number, end: number): number;
  /** Number of pauses between them. */
  pauses(start: number, end: number): number;
  /** How many of the units from `start` on fit into `columns`. */
  countFitting(start: number, columns: number): number;
}

export function measureUnits(units: readonly TimedUnit[]): UnitMeasures {
  const widths = [0];
  const pauseCounts = [0];
  units.forEach((unit, i) => {
    widths.push((widths[i] ?? 0) + unit.width + (unit.hasSpaceBefore ? 1 : 0));
    pauseCounts.push((pauseCounts[i] ?? 0) + (isPause(units[i - 1], unit) ? 1 : 0));
  });
  const columns: UnitMeasures['columns'] = (start, end) =>
    end <= start ? 0 : (widths[end] ?? 0) - (widths[start] ?? 0) - (units[start]?.hasSpaceBefore ? 1 : 0);
  return {
    columns,
    pauses: (start, end) => (end <= start ? 0 : (pauseCounts[end] ?? 0) - (pauseCounts[start + 1] ?? 0)),
    countFitting(start, columnsMax) {
      let end = start;
      while (end < units.length && columns(start, end + 1) <= columnsMax) end += 1;
      return end - start;
    },
  };
}

export function isPause(before: TimedUnit | undefined, after: TimedUnit | undefined): boolean {
  return before !== undefined && after !== undefined && after.start - before.end >= PAUSE_S;
}
