import type { Label } from '../label-words';
import { cellsOf } from './cells-of';
import type { Field } from './field';
import { headKind } from './head-kind';
import { labelOfKind } from './label-of-kind';
import type { TableRow } from './read-rows';

/** Reads the label in the text of a head that is no known name of a column. */
type LabelOf = (head: string) => Label | null;

/** The head is among so many lines; before it stands a title. */
const HEAD_WITHIN = 3;

/** Cells of a table under heads that say what they are. */
export function readTable(text: string, run: readonly TableRow[], labelOf: LabelOf): Field[] {
  for (let at = 0; at < HEAD_WITHIN && at < run.length - 1; at += 1) {
    const line = run[at];
    if (line === undefined || !mayBeHead(text.slice(line.start, line.end))) continue;
    const heads = cellsOf(text, line).map(({ start, end }) => readHead(text.slice(start, end), labelOf));
    const named = heads.filter((head) => head.kind !== null || head.label !== null).length;
    if (named <= (at === 0 ? 0 : 1)) continue;
    const own = cellsOf(text, line).filter((_, i) => heads[i]?.kind !== null);
    const titles = own.map((cell) => ({ ...cell, kind: 'THING' as const, label: null, isCell: true }));
    const cells = run.slice(at + 1).flatMap((row) =>
      cellsOf(text, row).flatMap((cell, column) => {
        const head = heads[column];
        const isNamed = head && (head.kind !== null || head.label !== null);
        return isNamed && cell.end > cell.start ? [{ ...cell, ...head, isCell: true }] : [];
      }),
    );
    return [...titles, ...cells];
  }
  return [];
}

/** It holds no numbers but years («Сумма 2024»). */
function mayBeHead(line: string): boolean {
  return !/\d{4}/.test(line.replace(/(?<=\p{L}[ _])(?:19|20)\d\d(?!\d)/gu, '')) && !line.includes('@');
}

function readHead(head: string, labelOf: LabelOf): Pick<Field, 'kind' | 'label'> {
  const kind = headKind(head);
  return { kind, label: (kind === null ? null : labelOfKind(kind)) ?? (head === '' ? null : labelOf(head)) };
}
