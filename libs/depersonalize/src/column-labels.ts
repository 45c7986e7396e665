import { firstAtOrAfter } from './first-at-or-after';
import type { Label } from './label-words';

interface Line {
  start: number;
  /** Offsets of the signs that part its cells. */
  cuts: readonly number[];
}

/** A run of lines with the same columns below the line that names them. */
interface Table {
  start: number;
  end: number;
  names: readonly (Label | null)[];
  lineStarts: readonly number[];
  lines: readonly Line[];
}

/** Reads the label in the text of a head. */
type LabelOf = (head: string) => Label | null;

/** A line of more columns is no table. */
const COLUMNS_MAX = 100;
const separators = [';', '\t', '|', ','];

/**
 * Which label the head of a column gives the cells below it («ФИО;Телефон;Паспорт»): CSV, tabs, bars.
 */
export function columnLabels(text: string, labelOf: LabelOf): (offset: number) => Label | null {
  if (!text.includes('\n')) return () => null;
  const tables = separators
    .flatMap((separator) => (text.includes(separator) ? readTables(text, separator, labelOf) : []))
    .sort((a, b) => a.start - b.start);
  const starts = tables.map(({ start }) => start);
  return (offset) => {
    const table = tables[firstAtOrAfter(starts, offset + 1) - 1];
    if (table === undefined || offset >= table.end) return null;
    const line = table.lines[firstAtOrAfter(table.lineStarts, offset + 1) - 1];
    return table.names[firstAtOrAfter(line?.cuts ?? [], offset)] ?? null;
  };
}

function readTables(text: string, separator: string, labelOf: LabelOf): Table[] {
  const runs: Line[][] = [];
  let run: Line[] = [];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const cuts = cutsOf(text, { start, end }, separator);
    if (cuts.length !== run[0]?.cuts.length) {
      runs.push(run);
      run = [];
    }
    if (cuts.length > 0 && cuts.length <= COLUMNS_MAX) run.push({ start, cuts });
    start = end + 1;
  }
  return [...runs, run].flatMap((lines) => toTable(text, lines, labelOf));
}

/** A head names what stands below it and holds no numbers itself. */
function toTable(text: string, [head, ...lines]: readonly Line[], labelOf: LabelOf): Table[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (head === undefined || first === undefined || last === undefined) return [];
  const written = text.slice(head.start, first.start);
  const bounds = [-1, ...head.cuts.map((cut) => cut - head.start)];
  const names = bounds.map((cut, i) => labelOf(written.slice(cut + 1, bounds[i + 1]).trim()));
  if (/\d{4}/.test(written) || names.every((name) => name === null)) return [];
  const found = text.indexOf('\n', last.start);
  const end = found === -1 ? text.length : found;
  return [{ start: first.start, end, names, lines, lineStarts: lines.map(({ start }) => start) }];
}

/** Separators of a line, those inside quotes left out. */
function cutsOf(text: string, { start, end }: { start: number; end: number }, separator: string): number[] {
  const cuts: number[] = [];
  let isQuoted = false;
  for (let at = start; at < end; at += 1) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) cuts.push(at);
  }
  return cuts;
}
