import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

/** A row of a Markdown table: the text of each cell by the name of its column. */
export type Row = Readonly<Record<string, string>>;

export function readDocument(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The rows of the tables below the heading `title` (of any level) of a document, in order. */
export function readRows(path: string, title: string): Row[] {
  const rows: Row[] = [];
  let isInside = false;
  let columns: string[] | null = null;
  for (const line of readDocument(path).split('\n')) {
    const heading = /^#+ (.+)$/.exec(line)?.[1];
    if (heading !== undefined) isInside = heading === title;
    if (!isInside || !line.startsWith('|')) columns = null;
    else if (columns === null) columns = cellsOf(line);
    else if (!/^\|[\s|:-]+\|$/.test(line)) rows.push(toRow(columns, cellsOf(line)));
  }
  if (rows.length === 0) throw new Error(`${path} has no table below "${title}"`);
  return rows;
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\||\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function toRow(columns: readonly string[], cells: readonly string[]): Row {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
}

/** The text of a cell without its code marks: `` `free` `` is `free`. */
export function plain(cell: string | undefined): string {
  return (cell ?? '').replaceAll('`', '');
}

/** The differences of two lists, as messages that name the row. */
export function namesApart(path: string, documented: readonly string[], real: readonly string[]): string[] {
  const twice = documented.filter((name, index) => documented.indexOf(name) !== index);
  return [
    ...twice.map((name) => `${path}: the row ${name} is there twice`),
    ...documented
      .filter((name) => !real.includes(name))
      .map((name) => `${path}: the row ${name} names nothing`),
    ...real.filter((name) => !documented.includes(name)).map((name) => `${path}: the row ${name} is missing`),
  ];
}
