import type { TaskStep } from '@medley/contracts';

/** Since when the worker of a running step is silent although it would have been heard, in Unix milliseconds. */
export function silentSince(
  { alive_at }: TaskStep,
  { now, heardSince }: { now: Date; heardSince: Date | undefined },
): number {
  return Math.max((alive_at ?? now).getTime(), heardSince?.getTime() ?? 0);
}
