import type { TranscribeOutput, TranscriptSegment } from '@medley/contracts';
import type { Heard, SpokenSegment } from './speech-engine';

export interface TranscriptWishes {
  /** ISO 639-1 or `auto`. */
  language: string;
  words: boolean;
  diarization: boolean;
}

/** Undetermined, as ISO 639-2 names it. */
const UNKNOWN_LANGUAGE = 'und';

/** The transcript of what an engine heard. What it did not say stays open and is named in `warnings`. */
export function toTranscript(
  heard: Heard,
  wishes: TranscriptWishes,
  mediaDuration: number | null,
): TranscribeOutput {
  const duration = durationOf(heard, mediaDuration);
  const segments = segmentsOf(heard, duration);
  const speakers = [...new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
  const warnings = warningsOf(heard, wishes, speakers);
  return {
    text: heard.text.trim().toWellFormed(),
    language: heard.language ?? (wishes.language === 'auto' ? UNKNOWN_LANGUAGE : wishes.language),
    duration,
    segments,
    speakers,
    ...(wishes.words && heard.words
      ? { words: heard.words.map((word) => ({ ...word, word: word.word.trim().toWellFormed() })) }
      : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function durationOf(heard: Heard, mediaDuration: number | null): number {
  const lastEnd = Math.max(0, ...(heard.segments ?? []).slice(-1).map(({ end }) => end));
  return mediaDuration ?? heard.duration ?? lastEnd;
}

function segmentsOf({ text, segments }: Heard, duration: number): TranscriptSegment[] {
  const whole: SpokenSegment[] = text.trim() === '' ? [] : [{ start: 0, end: duration, text, speaker: null }];
  const labels = new Map<string, string>();
  return (segments ?? whole).map((segment, id) => ({
    id,
    start: segment.start,
    end: Math.max(segment.start, segment.end),
    text: segment.text.trim().toWellFormed(),
    speaker: segment.speaker === null ? null : letterOf(segment.speaker, labels),
  }));
}

/** `A`, `B`, … in the order in which the speakers are first heard. */
function letterOf(label: string, known: Map<string, string>): string {
  const letter = known.get(label) ?? letterAt(known.size);
  known.set(label, letter);
  return letter;
}

/** Counts like the columns of a sheet: … `Z`, `AA`, `AB`. */
function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

function warningsOf(heard: Heard, wishes: TranscriptWishes, speakers: readonly string[]): string[] {
  const isSilent = heard.text.trim() === '';
  return [
    ...(wishes.diarization && speakers.length === 0 && !isSilent
      ? ['speakers are not separated: the speech engine cannot do it']
      : []),
    ...(wishes.words && !heard.words ? ['the speech engine gave no times of words'] : []),
    ...(heard.segments || isSilent ? [] : ['the speech engine gave no segments: the text is one segment']),
    ...(heard.language || wishes.language !== 'auto'
      ? []
      : ['the speech engine did not say which language it heard']),
  ];
}
