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
export class RowRuns {
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
