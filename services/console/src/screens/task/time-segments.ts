import type { StepAttempt, TaskStep } from '@medley/client/browser';

type SegmentKind = 'queue' | 'run' | 'pause' | 'failed';

/** A part of the time of a step; milliseconds since the epoch. */
export interface Segment {
  kind: SegmentKind;
  start: number;
  end: number;
}

/** What a step did when: each attempt waits and runs, and there is a pause before the next one. */
export function segmentsOf(step: Pick<TaskStep, 'attempts' | 'status'>, now: number): Segment[] {
  const isGoingOn = step.status === 'queued' || step.status === 'running';
  const segments: Segment[] = [];
  for (const attempt of step.attempts) {
    const last = segments.at(-1);
    const { queued, started, ended } = timesOf(attempt);
    // A retry that is due later has not been queued yet.
    const begin = queued ?? (isGoingOn ? now : 0);
    if (last && begin > last.end) segments.push({ kind: 'pause', start: last.end, end: begin });
    if (queued === null) continue;
    const end = ended ?? (isGoingOn ? now : (started ?? queued));
    segments.push({ kind: 'queue', start: queued, end: started ?? end });
    if (started !== null) segments.push({ kind: kindOf(attempt), start: started, end });
  }
  return segments;
}

function kindOf({ error }: StepAttempt): SegmentKind {
  return error === null ? 'run' : 'failed';
}

function timesOf({
  queued_at,
  started_at,
  completed_at,
}: StepAttempt): Record<'queued' | 'started' | 'ended', number | null> {
  const parse = (time: string | null): number | null => (time === null ? null : Date.parse(time));
  return { queued: parse(queued_at), started: parse(started_at), ended: parse(completed_at) };
}

/** Round steps of time for an axis of this length, at most about five. */
export function ticksOf(spanMs: number): number[] {
  const rough = spanMs / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const size = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.floor(spanMs / size) + 1 }, (_, index) => index * size);
}
