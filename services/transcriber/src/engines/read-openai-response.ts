import { invalidResponse, read } from './response-reader';
import { mergeSubwordTokens } from './merge-subword-tokens';
import { languageCodeOf } from './language-code-of';
import type { SpokenSegment, SpokenWord } from '../spoken-segment';
import type { RecognitionResult } from './speech-engine';

type Span = Pick<SpokenSegment, 'start' | 'end' | 'speaker'>;

/** Larger times are nanoseconds, which LocalAI has returned. */
const SECONDS_MAX = 1_000_000;

/**
 * Converts a `json`, `verbose_json` or `diarized_json` response. Accepts the variants of compatible servers: words inside
 * segments (faster-whisper), tokens as words (whisper.cpp), no times, no language.
 * @throws AppError UPSTREAM_INVALID_ANSWER
 */
export function readOpenAiResponse(body: unknown): RecognitionResult {
  const answer = read.object(body);
  const listed = read.list(answer['segments'])?.map(read.object) ?? null;
  return {
    text: read.text(answer['text']),
    language: languageCodeOf(read.textOrNull(answer['language'])),
    segments: listed && readSegments(listed),
    words: readWords(answer['words']) ?? (listed && readNestedWords(listed)),
  };
}

/** Null when a segment has no times. */
function readSegments(listed: readonly Readonly<Record<string, unknown>>[]): SpokenSegment[] | null {
  if (listed.some(({ start, end }) => start === undefined || end === undefined)) return null;
  return listed.map((segment) => ({ ...readSpan(segment), text: read.text(segment['text']) }));
}

function readWords(value: unknown): SpokenWord[] | null {
  const listed = read.list(value)?.map(read.object) ?? null;
  if (!listed || listed.some(({ start, end }) => start === undefined || end === undefined)) return null;
  return listed.map((word) => ({ ...readSpan(word), word: read.text(word['word']) }));
}

function readNestedWords(segments: readonly Readonly<Record<string, unknown>>[]): SpokenWord[] | null {
  const words: SpokenWord[] = [];
  for (const segment of segments) {
    const text = read.text(segment['text']);
    const listed = readWords(segment['words']);
    if (listed === null && text.trim() === '') continue;
    const joined = listed && mergeSubwordTokens(listed, text);
    if (!joined) return null;
    words.push(...joined);
  }
  return segments.length === 0 ? null : words;
}

function readSpan(part: Readonly<Record<string, unknown>>): Span {
  const start = inSeconds(read.seconds(part['start']));
  const end = inSeconds(read.seconds(part['end']));
  const speaker = part['speaker'];
  if (typeof speaker === 'object' && speaker !== null) throw invalidResponse();
  const label = typeof speaker === 'number' ? String(speaker) : read.textOrNull(speaker);
  return { start, end: Math.max(start, end), speaker: label };
}

function inSeconds(time: number): number {
  return time > SECONDS_MAX ? time / 1e9 : time;
}
