/** Word classes as bits, features of the model. Latin words use some of them for countries and frequency bands. */
export const wordClass = {
  surname: 1,
  firstName: 2,
  place: 4,
  organisation: 8,
  animate: 16,
  thing: 32,
  adjective: 64,
  verb: 128,
  other: 256,
} as const;
export const latinClass = { country: 16, common: 32, frequent: 64, veryFrequent: 256 } as const;

/** Words, folded, with their classes. */
export type WordClasses = Map<string, number>;

/** Fold a word as the model does: lower case, ё as е, one apostrophe and one hyphen. */
export function foldWord(word: string): string {
  return word.toLowerCase().replaceAll('ё', 'е').replaceAll('’', "'").replaceAll('‑', '-');
}

export function addClass(classes: WordClasses, word: string, bits: number): void {
  const folded = foldWord(word);
  classes.set(folded, (classes.get(folded) ?? 0) | bits);
}

const nameTags: readonly [string, number][] = [
  ['Surn', wordClass.surname],
  ['Name', wordClass.firstName],
  ['Patr', 0],
  ['Geox', wordClass.place],
  ['Orgn', wordClass.organisation],
  ['Trad', wordClass.organisation],
  ['Abbr', 0],
];
const partsOfSpeech: Readonly<Record<string, number>> = {
  ADJF: wordClass.adjective,
  ADJS: wordClass.adjective,
  COMP: wordClass.adjective,
  NUMR: wordClass.adjective,
  VERB: wordClass.verb,
  INFN: wordClass.verb,
  GRND: wordClass.verb,
  // Participles are recognised by their endings.
  PRTF: 0,
  PRTS: 0,
};

/** The classes of one reading of a Russian word, by its OpenCorpora tags. */
export function classesOfTag(tag: string): number {
  const name = nameTags.find(([mark]) => tag.includes(mark));
  if (name) return name[1];
  const [part = ''] = tag.split(/[ ,]/);
  if (part === 'NOUN') return tag.includes('inan') ? wordClass.thing : wordClass.animate;
  return partsOfSpeech[part] ?? wordClass.other;
}

const MOST_CLASSES = 64;

/** At most 64 combinations of classes; a rare one is mapped to the most similar common one. */
export function paletteOf(classes: WordClasses): { palette: number[]; values: Map<string, number> } {
  const counts = new Map<number, number>();
  for (const bits of classes.values()) counts.set(bits, (counts.get(bits) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_CLASSES - 1);
  const palette = [0, ...common.map(([bits]) => bits)];
  const nearest = new Map([...counts.keys()].map((bits) => [bits, nearestOf(palette, bits)]));
  return { palette, values: new Map([...classes].map(([word, bits]) => [word, nearest.get(bits) ?? 0])) };
}

function nearestOf(palette: readonly number[], bits: number): number {
  const likeness = (one: number): number => countBits(one & bits) - 2 * countBits(one & ~bits);
  return palette.reduce((best, one, i) => {
    if (one === bits) return i;
    return palette[best] !== bits && likeness(one) > likeness(palette[best] ?? 0) ? i : best;
  }, 0);
}

function countBits(bits: number): number {
  return bits.toString(2).replaceAll('0', '').length;
}
