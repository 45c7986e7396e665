import type { TranscribeOutput, TranscriptSegment } from '@medley/contracts';
import { nameSpeakers } from './name-speakers';
import type { MergedResult } from './chunks/merge-chunks';

/** What was made of a recording, and what its reader has to know. */
export interface Transcription {
  heard: MergedResult;
  /** Seconds, measured. */
  duration: number;
  /** ISO 639-1 or `auto`, as asked for. */
  language: string;
  /** Whether the times of words were asked for. */
  words: boolean;
  warnings: readonly string[];
}

/** Undetermined, as ISO 639-2 names it. */
const UNKNOWN_LANGUAGE = 'und';

/** The transcript as users get it. What nobody could say stays open; `warnings` say why. */
export function toTranscript(made: Transcription): TranscribeOutput {
  const duration = Math.round(made.duration * 1_000) / 1_000;
  const { heard, warnings } = made;
  const spoken = heard.segments.filter(({ text }) => text.trim() !== '');
  const letters = nameSpeakers([...spoken, ...(heard.words ?? [])]);
  const nameOf = (speaker: string | null): string | null =>
    speaker === null ? null : (letters.get(speaker) ?? null);
  return {
    text: heard.text.trim().toWellFormed(),
    language: heard.language ?? (made.language === 'auto' ? UNKNOWN_LANGUAGE : made.language),
    duration,
    segments: spoken.map(({ start, end, text, speaker }, id): TranscriptSegment => ({
      id,
      start,
      end: Math.max(start, end),
      text: text.trim().toWellFormed(),
      speaker: nameOf(speaker),
    })),
    speakers: [...letters.values()],
    ...(made.words && heard.words
      ? {
          words: heard.words.map(({ start, end, word, speaker }) => ({
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
