import type { MediaPart, MediaRef, Payload } from './payloads';
import { findRedactSources } from './redact-sources';
import type { TranscodeOptions } from './step-options';
import type { Task, TaskStep } from './task';

/** What a redact step takes. */
export interface RedactionParts {
  media: MediaRef;
  transcript: Payload;
  depersonalized: Payload;
  part: MediaPart;
}

/** Find the input of a redact step besides its media. Null when a purge has deleted it. */
export function redactionParts(
  byId: ReadonlyMap<string, TaskStep>,
  step: TaskStep,
  media: MediaRef,
): RedactionParts | null {
  const sources = findRedactSources(byId, step);
  if (typeof sources === 'string') return null;
  const transcript = sources.transcribe.output;
  const depersonalized = sources.depersonalize.output;
  if (!transcript || !depersonalized) return null;
  return { media, transcript, depersonalized, part: partOf(sources.transcodes) };
}

/** Whether a redact step needs the times of the words of a transcribe step. */
export function timesRedaction(task: Pick<Task, 'steps'>, step: TaskStep): boolean {
  if (step.name !== 'transcribe') return false;
  const byId = new Map(task.steps.map((one) => [one.id, one]));
  return task.steps.some((one) => {
    const sources = one.name === 'redact' ? findRedactSources(byId, one) : '';
    return typeof sources !== 'string' && sources.transcribe.id === step.id;
  });
}

/** What is left of the sound after cuts, in its own seconds. */
function partOf(transcodes: readonly TaskStep[]): MediaPart {
  return transcodes.reduce<MediaPart>(
    (part, { options }) => {
      const { start = 0, end = null } = JSON.parse(options) as TranscodeOptions;
      const cut = end === null ? Infinity : part.start + end;
      const last = Math.min(part.end ?? Infinity, cut);
      return { start: part.start + start, end: last === Infinity ? null : last };
    },
    { start: 0, end: null },
  );
}
