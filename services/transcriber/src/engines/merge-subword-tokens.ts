import type { SpokenWord } from './speech-engine';

/**
 * The words of one segment as it lists them. whisper.cpp lists tokens: those that begin with a blank begin a word, the
 * others go on with it, and a letter cut in two is spoiled in both, so the words are taken from the segment's text. Lists
 * without such blanks are lists of words already. Null when tokens and text do not fit together.
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
  const heard = words.filter(({ word }) => word.trim() !== '');
  if (heard.every(({ word }) => !word.includes('\uFFFD'))) return heard;
  const spelled = segmentText.trim().split(/\s+/);
  return spelled.length === heard.length
    ? heard.map((word, index) => ({ ...word, word: spelled[index] ?? word.word }))
    : null;
}
