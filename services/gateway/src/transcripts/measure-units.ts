import type { SpokenUnit } from './time-units';

/** Silence between two units that is heard as a pause. */
const PAUSE_S = 0.7;

/** Sums over a list of units, so that any stretch of it is judged at once. */
export interface UnitMeasures {
  /** Columns of the units from `start` up to `end`, on one line. */
  columns(start: number, end: number): number;
  /** Pauses between them. */
  pauses(start: number, end: number): number;
  /** How many of the units from `start` on have room in so many columns. */
  roomFor(start: number, columns: number): number;
}

export function measureUnits(units: readonly SpokenUnit[]): UnitMeasures {
  const widths = [0];
  const pauseCounts = [0];
  units.forEach((unit, i) => {
    widths.push((widths[i] ?? 0) + unit.width + (unit.isSpaced ? 1 : 0));
    pauseCounts.push((pauseCounts[i] ?? 0) + (isPause(units[i - 1], unit) ? 1 : 0));
  });
  const columns: UnitMeasures['columns'] = (start, end) =>
    end <= start ? 0 : (widths[end] ?? 0) - (widths[start] ?? 0) - (units[start]?.isSpaced ? 1 : 0);
  return {
    columns,
    pauses: (start, end) => (end <= start ? 0 : (pauseCounts[end] ?? 0) - (pauseCounts[start + 1] ?? 0)),
    roomFor(start, room) {
      let end = start;
      while (end < units.length && columns(start, end + 1) <= room) end += 1;
      return end - start;
    },
  };
}

export function isPause(before: SpokenUnit | undefined, after: SpokenUnit | undefined): boolean {
  return before !== undefined && after !== undefined && after.start - before.end >= PAUSE_S;
}
