import type { SpokenWord } from './speech-engine';

/** A mark for silence, noise or the ends of a sentence: `<sil>`, `[NOISE]`, `++UM++`. */
const FILLER = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;
/** The dictionary's number of a second pronunciation: `read(2)`. */
const VARIANT = /\(\d+\)$/;

/**
 * The words of each utterance from a file in the CTM format: `utterance channel start duration word confidence`, times
 * in seconds from the start of the utterance. Lines that are none of this are left out.
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
