import type { Field, HeadReader } from './field';
import { trimValue } from './trim-value';

const headPattern =
  /(?<![\p{L}\p{N}_])insert[ \t]{1,8}(?:ignore[ \t]{1,8})?into\s{1,8}[\p{L}\p{N}_."`[\]]{1,120}\s{0,8}\((?<columns>[^()]{2,2000})\)\s{0,8}values\s{0,8}(?=\()/giu;

/** More than this is no row. */
const TUPLE_MAX = 4_000;

/** Values of SQL (`INSERT INTO t (fio, dob) VALUES ('…', '…'), …`) by the names of their columns. */
export function readInserts(text: string, heads: HeadReader): Field[] {
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
  for (const { 0: sign, index } of text.slice(open, open + TUPLE_MAX).matchAll(signPattern)) {
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
