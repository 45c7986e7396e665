import { RowRuns, type TableRow } from './row-runs';

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
