import type { SpokenWord } from '../spoken-segment';

/**
 * Merges the tokens of a segment into words. whisper.cpp returns tokens as words: a token with a leading space starts a
 * word, others continue it. Characters split between tokens are invalid, so such words are taken from the text. Lists
 * without leading spaces are returned unchanged. Null when tokens and text do not match.
 */
export function mergeSubwordTokens(listed: readonly SpokenWord[], segmentText: string): SpokenWord[] | null {
  const areTokens = listed.slice(1).some(({ word }) => word.startsWith(' '));
  const words: SpokenWord[] = [];
  for (const token of listed) {
    const last = words.at(-1);
    if (!areTokens || !last || token.word.startsWith(' ')) words.push({ ...token });
    else {
      last.word += token.word;
      last.end = Math.max(last.end, token.end);
    }
  }
  const merged = words.filter(({ word }) => word.trim() !== '');
  if (merged.every(({ word }) => !word.includes('\uFFFD'))) return merged;
  const spelled = segmentText.trim().split(/\s+/);
  return spelled.length === merged.length
    ? merged.map((word, index) => ({ ...word, word: spelled[index] ?? word.word }))
    : null;
}
