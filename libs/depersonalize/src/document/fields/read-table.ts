import { cellsOf } from './cells-of';
import type { Field, HeadReader } from './field';
import type { TableRow } from './row-runs';

type Head = Pick<Field, 'kind' | 'label'>;
type Span = Pick<Field, 'start' | 'end'>;

/** The head is among so many lines; before it stands a title. */
const HEAD_WITHIN = 3;

/** Cells of a table under heads that say what they are. */
export function readTable(text: string, run: readonly TableRow[], reader: HeadReader): Field[] {
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
const valuePattern = /\d{4}|\d(?:[ .-]?\d){5}|\d{1,2}([/.-])\d{1,2}\1\d\d|@|:[ ][\p{L}\d]/u;

/** It holds no numbers but years («Сумма 2024»), and nothing is said of its names. */
function mayBeHead(line: string): boolean {
  return !valuePattern.test(line.replace(/(?<=\p{L}[ _])(?:19|20)\d\d(?!\d)/gu, ''));
}

function readHead(head: string, reader: HeadReader): Head {
  const kind = reader.kindOf(head);
  const label = (kind === null ? null : reader.labelOf(kind)) ?? (head === '' ? null : reader.labelIn(head));
  return { kind, label };
}
