import type { DepersonalizeOutput, MediaPart, Redaction, TranscribeOutput } from '@medley/contracts';
import { timeEntities } from '@medley/subtitles';
import { mergeRedactions } from './merge-redactions';

/** A job of the worker pool. */
export interface RedactionJob {
  /** The outputs of the transcribe and the depersonalize step, as JSON. */
  transcript: string;
  depersonalized: string;
  part: MediaPart;
  /** Seconds. */
  padding: number;
}

export interface RedactionPlan {
  redactions: Redaction[];
  /** Seconds that the sound must have, so that the times are right. */
  expected: number;
}

/**
 * Runs a job on the current thread.
 * @public called by name in a worker thread
 */
export function planRedactions({ transcript, depersonalized, part, padding }: RedactionJob): RedactionPlan {
  const spoken = JSON.parse(transcript) as TranscribeOutput;
  const { entities } = JSON.parse(depersonalized) as DepersonalizeOutput;
  const { duration } = spoken;
  return {
    redactions: mergeRedactions(timeEntities(spoken, entities), { padding, part, duration }),
    expected: Math.max(0, Math.min(part.end ?? duration, duration) - part.start),
  };
}
