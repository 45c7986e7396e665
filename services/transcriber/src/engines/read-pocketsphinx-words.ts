import type { SpokenWord } from '../spoken-segment';

/** Silence, noise or sentence boundaries: `<sil>`, `[NOISE]`, `++UM++`. */
const FILLER = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;
/** The number of an alternative pronunciation in the dictionary: `read(2)`. */
const VARIANT = /\(\d+\)$/;

/**
 * Parses a CTM file (`utterance channel start duration word confidence`) into the words of each utterance, with times in
 * seconds from the start of the utterance. Other lines are ignored.
 */
export function readPocketsphinxWords(ctm: string): Map<string, SpokenWord[]> {
  const words = new Map<string, SpokenWord[]>();
  for (const line of ctm.split('\n')) {
    const [utterance = '', , start, duration, spelling = ''] = line.trim().split(/\s+/);
    const from = Number(start);
    const word = spelling.replace(VARIANT, '');
    if (!Number.isFinite(from) || !Number.isFinite(Number(duration)) || word === '') continue;
    if (FILLER.test(word)) continue;
    const spoken = { start: from, end: from + Number(duration), word, speaker: null };
    words.set(utterance, [...(words.get(utterance) ?? []), spoken]);
  }
  return words;
}
