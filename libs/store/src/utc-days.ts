export const DAY_MS = 86_400_000;

/** The UTC day of a time: `2026-11-23`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** When a UTC day begins. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}
