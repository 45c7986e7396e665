/** What the last letters of a folded Russian word say. */
export const endingHint = { patronymic: 1, surname: 2, participle: 4 } as const;

const join = (stems: string, endings: string): string[] =>
  stems.split(' ').flatMap((stem) => endings.split(' ').map((ending) => stem + ending.replace('-', '')));

/** Case endings that are cut off to get at what the forms of a word share. */
const cases =
  'ого его ому ему ыми ими ами ями ой ей ый ий ая яя ую юю ым им ом ем ою ею ах ях ам ям а у ю е ы и я й ь о'.split(
    ' ',
  );

const hints: readonly { hint: number; leastLength: number; endings: readonly string[] }[] = [
  {
    hint: endingHint.patronymic,
    leastLength: 6,
    endings: [...join('ович евич ич ыч', '- а у ем е'), ...join('овн евн ичн иничн', 'а ы е у ой ою')],
  },
  {
    hint: endingHint.surname,
    leastLength: 5,
    endings: [
      ...join('ов ев ин ын', '- а у ым е ой ою ы ых ыми'),
      ...join('ск цк', 'ий ой ого ому им ом ая ую'),
      ...join('енко швили дзе чук щук юк ян янц', '- а у ом ем е'),
    ],
  },
  {
    hint: endingHint.participle,
    leastLength: 1,
    endings: join(
      'ющ ущ ящ ащ вш нн ем им т',
      'ий ый ая ое ее ие ые его ого ему ому им ым ом ем ей ой ую юю их ых ими ыми',
    ),
  },
];

const FIRST = 'а'.charCodeAt(0);
const LETTERS = 'я'.charCodeAt(0) - FIRST + 1;
const SHORTEST_STEM = 3;
const LONG_ENOUGH = 6;

/** Which hints count for a word of a length; longer ones than the table as its last. */
const hintsByLength = Array.from({ length: LONG_ENOUGH + 1 }, (_, length) =>
  hints.reduce((mask, { hint, leastLength }) => (length >= leastLength ? mask | hint : mask), 0),
);

/** All endings read from the back; node 0 is the end of every word. */
interface EndingTree {
  /** The next node for each letter, a row of `LETTERS` a node; 0 for none. */
  steps: Int16Array;
  hints: Uint8Array;
  /** The length of the case ending that a node is, 0 when it is none. */
  cuts: Uint8Array;
}

const tree = growTree();

function growTree(): EndingTree {
  const rows: number[][] = [[]];
  const nodeOf = (ending: string): number =>
    [...ending].reverse().reduce((node, letter) => {
      const row = rows[node] ?? [];
      return (row[letter.charCodeAt(0) - FIRST] ??= rows.push([]) - 1);
    }, 0);
  const hinted = hints.flatMap(({ hint, endings }) =>
    endings.map((ending) => ({ hint, node: nodeOf(ending) })),
  );
  const cut = cases.map((ending) => ({ length: ending.length, node: nodeOf(ending) }));
  const grown: EndingTree = {
    steps: Int16Array.from(rows.flatMap((row) => Array.from({ length: LETTERS }, (_, i) => row[i] ?? 0))),
    hints: new Uint8Array(rows.length),
    cuts: new Uint8Array(rows.length),
  };
  for (const { hint, node } of hinted) grown.hints[node] = (grown.hints[node] ?? 0) | hint;
  for (const { length, node } of cut) grown.cuts[node] = length;
  return grown;
}

export interface EndingReading {
  /** Bits of `endingHint`. */
  hints: number;
  /** Length of the word without its case ending. */
  stemLength: number;
}

/** Read the end of a Russian word: the first `length` of `units`, folded. At most one step for each letter. */
export function readEnding(units: Uint16Array, length: number, reading: EndingReading): void {
  let node = 0;
  let found = 0;
  let cut = 0;
  for (let back = length - 1; back >= 0; back -= 1) {
    const letter = (units[back] ?? 0) - FIRST;
    if (letter < 0 || letter >= LETTERS) break;
    node = tree.steps[node * LETTERS + letter] ?? 0;
    if (node === 0) break;
    found |= tree.hints[node] ?? 0;
    cut = Math.max(cut, tree.cuts[node] ?? 0);
  }
  reading.hints = found & (hintsByLength[Math.min(length, LONG_ENOUGH)] ?? 0);
  reading.stemLength = stemLength(length, cut);
}

function stemLength(length: number, cut: number): number {
  if (length <= SHORTEST_STEM || cut === 0) return length;
  return length - cut >= SHORTEST_STEM ? length - cut : length - 1;
}
