import { writeCursor } from '../usage/ledger-cursor';

interface PageView<T, V> {
  limit: number;
  show: (item: T) => V;
  /** When an item comes in the list. */
  at: (item: T) => Date;
}

/** A page that names where the next one begins; one more than `limit` was read, which tells whether there is one. */
export function pageOf<T extends { id: string }, V>(
  found: readonly T[],
  { limit, show, at }: PageView<T, V>,
): { items: V[]; pagination: { limit: number; next_cursor: string | null } } {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const next_cursor = last ? writeCursor({ id: last.id, at: at(last) }) : null;
  return { items: shown.map(show), pagination: { limit, next_cursor } };
}
