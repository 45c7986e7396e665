/** A line of a table. */
export interface TableRow {
  start: number;
  end: number;
  /** Offsets of the signs that part its cells. */
  cuts: readonly number[];
}

/** A line of more columns is no table. */
const COLUMNS_MAX = 100;
/** Two blanks or more. */
const BLANKS = '  ';
const separators = [';', '\t', '|', ',', BLANKS];
/** A line between the head and the rows, or around a table. */
const ruler = /^[ \t]{0,40}[|+:=─┼│┌└├-][|+:=─┼│┌┐└┘├┤┬┴ \t-]{2,2000}\r?$/u;

/** Runs of two or more lines with as many cells each: CSV, tabs, bars, columns of blanks. */
export function readRows(text: string): TableRow[][] {
  if (!text.includes('\n')) return [];
  return separators.flatMap((separator) => (text.includes(separator) ? readRuns(text, separator) : []));
}

function readRuns(text: string, separator: string): TableRow[][] {
  const runs: TableRow[][] = [];
  let run: TableRow[] = [];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const row = { start, end, cuts: cutsOf(text, { start, end }, separator) };
    start = end + 1;
    if (row.cuts.length !== run[0]?.cuts.length) {
      if (run.length > 0 && ruler.test(text.slice(row.start, end))) continue;
      if (run.length > 1) runs.push(run);
      run = [];
    }
    if (row.cuts.length > 0 && row.cuts.length <= COLUMNS_MAX) run.push(row);
  }
  if (run.length > 1) runs.push(run);
  return runs;
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
