import type { UsageRow } from '@medley/client/browser';

type Cell = string | number;

const LINE_END = '\r\n';
/** Spreadsheets take a file with it for UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Beginnings that spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** The rows as a table of RFC 4180, in the numbers of the API. */
export function writeCsv(
  groupName: string,
  rows: readonly UsageRow[],
  nameOf: ((group: string | null) => string) | null,
): string {
  const head = [
    groupName,
    ...(nameOf ? ['name'] : []),
    ...['tasks', 'minutes', 'characters', 'tokens', 'credits'],
  ];
  const lines = rows.map(({ group, tasks, minutes, characters, tokens, credits }) => [
    group ?? '',
    ...(nameOf ? [nameOf(group)] : []),
    ...[tasks, minutes, characters, tokens, credits],
  ]);
  return BYTE_ORDER_MARK + [head, ...lines].map(writeLine).join('');
}

function writeLine(cells: readonly Cell[]): string {
  return cells.map(writeCell).join(',') + LINE_END;
}

/** A text that a spreadsheet would calculate gets an apostrophe, which makes it a text there. */
function writeCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
