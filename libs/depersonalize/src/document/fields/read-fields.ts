import { type Field, type HeadReader, trimValue } from './field';
import { readKeyed } from './read-keyed';
import { type TableRow, cellsOf } from './read-rows';
import { textAfter } from '../../text/spans';

interface FieldSource {
  text: string;
  tables: readonly (readonly TableRow[])[];
}

/** Every value of a text that a head or a key tells of, in order: cells of tables and of SQL, values behind keys. */
export function readFields({ text, tables }: FieldSource, heads: HeadReader): Field[] {
  const cells = tables.flatMap((rows) => readTable(text, rows, heads));
  return [...cells, ...readInserts(text, heads), ...readKeyed(text, heads)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
}

const headPattern =
  /(?<![\p{L}\p{N}_])insert[ \t]{1,8}(?:ignore[ \t]{1,8})?into\s{1,8}[\p{L}\p{N}_."`[\]]{1,120}\s{0,8}\((?<columns>[^()]{2,2000})\)\s{0,8}values\s{0,8}(?=\()/giu;

/** More than this is no row. */
const TUPLE_MAX = 4_000;

/** Values of SQL (`INSERT INTO t (fio, dob) VALUES ('…', '…'), …`) by the names of their columns. */
function readInserts(text: string, heads: HeadReader): Field[] {
  if (!/\binsert\b/i.test(text)) return [];
  return Array.from(text.matchAll(headPattern)).flatMap(({ 0: written, index, groups }) => {
    const kinds = (groups?.['columns'] ?? '').split(',').map((name) => heads.kindOf(name));
    const fields: Field[] = [];
    for (let at = index + written.length; text[at] === '(';) {
      const { cells, end } = readTuple(text, at);
      cells.forEach((cell, column) => {
        const kind = kinds[column] ?? null;
        if (kind !== null && cell.end > cell.start)
          fields.push({ ...cell, kind, label: heads.labelOf(kind), isCell: true });
      });
      at = nextTuple(text, end);
    }
    return fields;
  });
}

/** What stands in quotes, and the signs outside of them. */
const signPattern = /'[^']{0,1000}'|"[^"]{0,1000}"|[(),]/g;

/** The values between brackets; commas and brackets in quotes and in calls part nothing. */
function readTuple(text: string, open: number): { cells: { start: number; end: number }[]; end: number } {
  const cells: { start: number; end: number }[] = [];
  let from = open + 1;
  let depth = 0;
  for (const { 0: sign, index } of textAfter(text, open, TUPLE_MAX).matchAll(signPattern)) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    const isEnd = sign === ')' && depth === 0;
    if (!isEnd && (sign !== ',' || depth > 1)) continue;
    cells.push(trimValue(text, from, open + index));
    from = open + index + 1;
    if (isEnd) return { cells, end: from };
  }
  return { cells: [], end: open + TUPLE_MAX };
}

/** Where the next brackets open, behind a comma and blanks. */
function nextTuple(text: string, from: number): number {
  let at = from;
  while (at < text.length && ', \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}

type Head = Pick<Field, 'kind' | 'label'>;
type Span = Pick<Field, 'start' | 'end'>;

/** The head is among so many lines; before it stands a title. */
const HEAD_WITHIN = 3;

/** Cells of a table under heads that say what they are. */
function readTable(text: string, run: readonly TableRow[], reader: HeadReader): Field[] {
  for (let at = 0; at < HEAD_WITHIN && at < run.length - 1; at += 1) {
    const line = run[at];
    if (line === undefined || !mayBeHead(text.slice(line.start, line.end))) continue;
    const heads = cellsOf(text, line).map(({ start, end }) => readHead(text.slice(start, end), reader));
    const named = heads.filter((head) => head.kind !== null || head.label !== null).length;
    if (named <= (at === 0 ? 0 : 1)) continue;
    const titles = cellsOf(text, line).flatMap((cell, i): Field[] =>
      heads[i]?.kind ? [{ ...cell, kind: 'THING', label: null, isCell: true }] : [],
    );
    return [
      ...titles,
      ...rowsBelow(run.slice(at), heads).flatMap((row) => readRow(cellsOf(text, row), heads)),
    ];
  }
  return [];
}

/** Below a line that may be a sentence only what follows it with as many commas. */
function rowsBelow([line, ...rows]: readonly TableRow[], heads: readonly Head[]): readonly TableRow[] {
  if (heads.filter(({ kind }) => kind !== null).length > 1) return rows;
  const odd = rows.findIndex(({ cuts }) => cuts.length !== line?.cuts.length);
  return odd === -1 ? rows : rows.slice(0, odd);
}

/** The cells of a row under heads that say something; where a row has more commas, those of the one unnamed column. */
function readRow(cells: readonly Span[], heads: readonly Head[]): Field[] {
  const more = cells.length - heads.length;
  const unnamed = heads.flatMap(({ kind }, i) => (kind === null ? i : []));
  const [free] = unnamed;
  if (more < 0 || (more > 0 && (unnamed.length !== 1 || free === undefined || heads.length < 3))) return [];
  return cells.flatMap((cell, i): Field[] => {
    const isBehind = more > 0 && i > (free ?? 0);
    const head = isBehind && i <= (free ?? 0) + more ? undefined : heads[isBehind ? i - more : i];
    const isNamed = head && (head.kind !== null || head.label !== null);
    return isNamed && cell.end > cell.start ? [{ ...cell, ...head, isCell: true }] : [];
  });
}

/** Four digits, or more in groups; a date; what is said of a name. */
const valuePattern = /\d{4}|\d(?:[ .-]?\d){5}|\d{1,2}([/.-])\d{1,2}\1\d\d|@|: [\p{L}\d]/u;

/** It holds no numbers but years («Сумма 2024»), and nothing is said of its names. */
function mayBeHead(line: string): boolean {
  return !valuePattern.test(line.replace(/(?<=\p{L}[ _])(?:19|20)\d\d(?!\d)/gu, ''));
}

function readHead(head: string, reader: HeadReader): Head {
  const kind = reader.kindOf(head);
  const label = (kind === null ? null : reader.labelOf(kind)) ?? (head === '' ? null : reader.labelIn(head));
  return { kind, label };
}
