import type { Field, HeadReader } from './field';
import { readInserts } from './read-inserts';
import { readKeyed } from './read-keyed';
import type { TableRow } from './row-runs';
import { readTable } from './read-table';

export interface FieldSource {
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
