import { trimValue } from './field';

/** Two blanks or more. */
const BLANKS = '  ';
const separators = [';', '\t', '|', ',', BLANKS];
/** So many rows one behind the other may have commas in their cells. */
const ODD_MAX = 2;
/** A line between the head and the rows, or around a table. */
const ruler = /^[ \t]{0,40}[|+:=─┼│┌└├-][|+:=─┼│┌┐└┘├┤┬┴ \t-]{2,2000}\r?$/u;

/** Runs of two or more lines with as many cells each, a few with more commas among them: CSV, tabs, bars, columns of blanks. */
export function readRows(text: string): TableRow[][] {
  if (!text.includes('\n')) return [];
  return separators.flatMap((separator) => (text.includes(separator) ? readRuns(text, separator) : []));
}

function readRuns(text: string, separator: string): TableRow[][] {
  const runs = new RowRuns(separator === ',' ? ODD_MAX : 0);
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const row = { start, end, cuts: cutsOf(text, { start, end }, separator) };
    if (runs.fits(row) || !runs.isOpen() || !ruler.test(text.slice(start, end))) runs.add(row);
    start = end + 1;
  }
  return runs.close();
}

/** Separators of a line, those inside quotes left out. */
function cutsOf(text: string, { start, end }: { start: number; end: number }, separator: string): number[] {
  if (separator === BLANKS) return gapsOf(text, start, end);
  const cuts: number[] = [];
  let isQuoted = false;
  for (let at = start; at < end; at += 1) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) cuts.push(at);
  }
  return cuts;
}

/** The last of several blanks, between words. */
function gapsOf(text: string, start: number, end: number): number[] {
  const cuts: number[] = [];
  let blanks = 0;
  let hasBegun = false;
  for (let at = start; at < end; at += 1) {
    if (text[at] === ' ') {
      blanks += 1;
      continue;
    }
    if (blanks > 1 && hasBegun && text[at] !== '\r') cuts.push(at - 1);
    blanks = 0;
    hasBegun = true;
  }
  return cuts;
}

/** A line of a table. */
export interface TableRow {
  start: number;
  end: number;
  /** Offsets of the signs that part its cells. */
  cuts: readonly number[];
}

/** A line of more columns is no table. */
const COLUMNS_MAX = 100;

/** Gathers lines with as many cells each into tables; a few lines with another count may stand among them. */
class RowRuns {
  readonly #runs: TableRow[][] = [];
  readonly #oddMax: number;
  #run: TableRow[] = [];
  /** Signs in its rows; its head may have fewer. */
  #count = 0;
  /** Rows with other counts, which belong to the run when it goes on. */
  #odd: TableRow[] = [];

  constructor(oddMax: number) {
    this.#oddMax = oddMax;
  }

  isOpen(): boolean {
    return this.#run.length > 0;
  }

  fits({ cuts }: TableRow): boolean {
    return cuts.length > 0 && this.isOpen() && cuts.length === this.#count;
  }

  add(row: TableRow): void {
    const count = row.cuts.length;
    const last = this.#odd.at(-1);
    if (this.fits(row)) {
      this.#run.push(...this.#odd, row);
      this.#odd = [];
    } else if (count === 0 || count > COLUMNS_MAX) this.close();
    else if (count === last?.cuts.length) {
      // A head alone stays; a table ends where another begins.
      if (this.#run.length > 1) this.#end(last);
      this.#run.push(...this.#odd, row);
      this.#odd = [];
      this.#count = count;
    } else if (this.isOpen() && this.#odd.length < this.#oddMax) this.#odd.push(row);
    else {
      this.close();
      this.#run = [row];
      this.#count = count;
    }
  }

  /** End a table before its last line, with which the next begins. */
  #end(last: TableRow): void {
    this.#odd.pop();
    this.close();
    this.#odd = [last];
  }

  /** End the table that is open; all of two lines or more. */
  close(): TableRow[][] {
    const rows = [...this.#run, ...this.#odd];
    if (this.isOpen() && rows.length > 1) this.#runs.push(rows);
    [this.#run, this.#odd] = [[], []];
    return this.#runs;
  }
}

/** Where the cells of a row are, without blanks and quotes around them. */
export function cellsOf(text: string, { start, end, cuts }: TableRow): { start: number; end: number }[] {
  const bounds = [start - 1, ...cuts, end];
  return bounds.slice(1).map((to, i) => trimValue(text, (bounds[i] ?? 0) + 1, to));
}
