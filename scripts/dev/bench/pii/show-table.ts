import type { ScoreRow } from './score-set';

/** The columns of the table, also of the one in docs/depersonalization.md. */
export const columns = [
  'Set', 'Type', 'Seen', 'Spans', 'P', 'R', 'Strict F1', 'Token F1', 'Leak', 'Chars/s', 'Missed targets', 'Other systems',
] as const; // prettier-ignore

/** The table as Markdown, or in plain columns for a terminal. */
export function showTable(rows: readonly ScoreRow[], form: 'markdown' | 'plain'): string {
  const cells = rows.map(cellsOf);
  if (form === 'markdown') {
    const line = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`;
    return [line(columns), line(columns.map(() => '---')), ...cells.map(line)].join('\n');
  }
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...cells.map((parts) => parts[at]?.length ?? 0)),
  );
  return [columns, ...cells]
    .map((parts) =>
      parts
        .map((part, at) => part.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellsOf({ set, type, seen, figures, charsPerSecond, missed, others }: ScoreRow): string[] {
  const { gold, precision, recall, f1, tokenF1, leak } = figures;
  const shares = [precision, recall, f1, tokenF1, leak].map((share) =>
    share === null ? '–' : share.toFixed(3),
  );
  const speed = charsPerSecond === null ? '' : `${(charsPerSecond / 1e6).toFixed(2)} M`;
  return [
    set,
    type,
    seen,
    Number.isNaN(gold) ? '–' : String(gold),
    ...shares,
    speed,
    missed.join(', '),
    others,
  ];
}
