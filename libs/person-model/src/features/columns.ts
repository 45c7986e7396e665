/**
 * What is known of each token, one number each. 0 means that a token has no such thing, and a feature that asks for it
 * is not there.
 */
const columnNames = [
  'always', 'word', 'stem', 'isWord', 'shape', 'case', 'script', 'length', 'lexicon', 'thing', 'hints', 'isPatronymic',
  'isSurname', 'isHyphenated', 'opens', 'seen', 'documentCase', 'lineLength', 'linePlace',
  'cluster1000', 'cluster250', 'cluster60',
  'first1', 'first2', 'first3', 'first4', 'last1', 'last2', 'last3', 'last4', 'last5', 'tail2', 'tail3',
  'capitalTail1', 'capitalTail2', 'gluedBefore', 'gluedBehind', 'supersense', 'gazetteer',
] as const; // prettier-ignore

export type Column = (typeof columnNames)[number];

export const columnAt = Object.fromEntries(columnNames.map((name, i) => [name, i])) as Readonly<
  Record<Column, number>
>;

/** How far a feature may look to either side. */
export const REACH = 2;
/** What most columns hold beyond the ends of the text. */
const BEYOND = 0x7fff_fff1;

const existBeyond: readonly Column[] = ['word', 'shape', 'lexicon', 'hints'];

/** All columns of a number of tokens in one array; positions may lie `REACH` outside. */
export class TokenColumns {
  readonly cells: Int32Array;
  readonly stride: number;

  constructor(readonly count: number) {
    this.stride = count + 2 * REACH;
    this.cells = new Int32Array(columnNames.length * this.stride);
    for (const column of existBeyond) {
      const start = columnAt[column] * this.stride;
      this.cells.fill(BEYOND, start, start + REACH);
      this.cells.fill(BEYOND, start + REACH + count, start + this.stride);
    }
  }

  get(column: number, token: number): number {
    return this.cells[column * this.stride + REACH + token] ?? 0;
  }

  set(column: number, token: number, value: number): void {
    this.cells[column * this.stride + REACH + token] = value;
  }
}
