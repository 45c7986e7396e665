import { languageCodeOf } from './language-code-of';
import type { SherpaUtterance } from './sherpa-messages';
import type { SpokenWord } from '../spoken-segment';
import type { RecognitionResult } from './speech-engine';

/** Duration of a token whose end is unknown, and upper limit of all durations, in seconds. */
const TOKEN_S_MAX = 0.3;
/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Converts the utterances of a chunk; `words` is null when an utterance has no token timestamps. */
export function readSherpaUtterances(utterances: readonly SherpaUtterance[]): RecognitionResult {
  const spoken = utterances.filter(({ text }) => text.trim() !== '');
  const words = spoken.map(wordsOf);
  return {
    text: spoken.map(({ text }) => text.trim()).join(' '),
    language: languageOf(spoken),
    segments: spoken.map(({ start, end, text, speaker }) => ({ start, end, text: text.trim(), speaker })),
    words: words.includes(null) ? null : words.flatMap((some) => some ?? []),
  };
}

/** The detected language with the longest total duration. */
function languageOf(spoken: readonly SherpaUtterance[]): string | null {
  const seconds = new Map<string, number>();
  for (const { language, start, end } of spoken) {
    const code = languageCodeOf(language.replace(/[<>|]/g, ''));
    if (code !== null) seconds.set(code, (seconds.get(code) ?? 0) + end - start);
  }
  const [most] = [...seconds].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/** A token with a leading space starts a word, others continue it. */
function wordsOf(utterance: SherpaUtterance): SpokenWord[] | null {
  const { tokens, timestamps, durations, start, end, speaker } = utterance;
  if (tokens.length === 0 || timestamps.length !== tokens.length) return null;
  const words: SpokenWord[] = [];
  tokens.forEach((token, index) => {
    const at = Math.min(end, start + (timestamps[index] ?? 0));
    const next = timestamps[index + 1];
    const lasts = durations[index] ?? (next === undefined ? TOKEN_S_MAX : next - (timestamps[index] ?? 0));
    const until = Math.max(at, Math.min(end, at + Math.min(lasts, TOKEN_S_MAX)));
    const last = words.at(-1);
    if (!last || /^[\s▁]/u.test(token) || UNSPACED.test(token)) {
      words.push({ start: at, end: until, word: token.replace(/^[\s▁]+/u, ''), speaker });
    } else if (last.word === '') {
      Object.assign(last, { start: at, end: until, word: token });
    } else {
      last.word += token;
      last.end = until;
    }
  });
  return words.filter(({ word }) => word.trim() !== '');
}
