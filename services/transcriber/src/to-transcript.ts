import type { TranscribeOutput, TranscriptSegment } from '@medley/contracts';
import type { MergedResult } from './chunks/merge-chunks';
import { nameSpeakers } from './name-speakers';
import type { RequestedOutput } from './transcript-warnings';

/** A transcribed recording before it is formatted for the output of the step. */
export interface Transcription extends RequestedOutput {
  result: MergedResult;
  /** Measured seconds. */
  duration: number;
  warnings: readonly string[];
}

/** ISO 639-2 code for an undetermined language. */
const UNDETERMINED = 'und';

/** Formats a transcription as the output of a `transcribe` step. */
export function toTranscript(transcription: Transcription): TranscribeOutput {
  const duration = Math.round(transcription.duration * 1_000) / 1_000;
  const { language, result, warnings } = transcription;
  const segments = result.segments.filter(({ text }) => text.trim() !== '');
  const names = nameSpeakers([...segments, ...(result.words ?? [])]);
  const nameOf = (speaker: string | null): string | null =>
    speaker === null ? null : (names.get(speaker) ?? null);
  return {
    text: result.text.trim().toWellFormed(),
    language: result.language ?? (language === 'auto' ? UNDETERMINED : language),
    duration,
    segments: segments.map(({ start, end, text, speaker }, id): TranscriptSegment => ({
      id,
      start,
      end: Math.max(start, end),
      text: text.trim().toWellFormed(),
      speaker: nameOf(speaker),
    })),
    speakers: [...names.values()],
    ...(transcription.words && result.words
      ? {
          words: result.words.map(({ start, end, word, speaker }) => ({
            start,
            end,
            word: word.trim().toWellFormed(),
            speaker: nameOf(speaker),
          })),
        }
      : {}),
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
  };
}
