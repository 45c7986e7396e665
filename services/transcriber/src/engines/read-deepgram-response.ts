import { invalidResponse, read } from './response-reader';
import { languageCodeOf } from './language-code-of';
import type { SpokenSegment, SpokenWord } from '../spoken-segment';
import type { RecognitionResult } from './speech-engine';

type Fields = Readonly<Record<string, unknown>>;

/** Converts the response of Deepgram for a mono file. @throws AppError UPSTREAM_INVALID_ANSWER */
export function readDeepgramResponse(body: unknown): RecognitionResult {
  const results = read.object(read.object(body)['results']);
  const channel = read.object(read.list(results['channels'])?.[0]);
  const best = read.object(read.list(channel['alternatives'])?.[0]);
  return {
    text: read.text(best['transcript']),
    language: languageCodeOf(read.textOrNull(channel['detected_language'])),
    segments: read.list(results['utterances'])?.map(toSegment) ?? null,
    words: read.list(best['words'])?.map(toWord) ?? null,
  };
}

function toSegment(value: unknown): SpokenSegment {
  const utterance = read.object(value);
  return { ...spanOf(utterance), text: read.text(utterance['transcript']) };
}

/** The word with its punctuation, as in the text. */
function toWord(value: unknown): SpokenWord {
  const word = read.object(value);
  return { ...spanOf(word), word: read.text(word['punctuated_word'] ?? word['word']) };
}

function spanOf(part: Fields): Pick<SpokenSegment, 'start' | 'end' | 'speaker'> {
  const start = read.seconds(part['start']);
  return { start, end: Math.max(start, read.seconds(part['end'])), speaker: speakerOf(part['speaker']) };
}

function speakerOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value)) throw invalidResponse();
  return String(value);
}
