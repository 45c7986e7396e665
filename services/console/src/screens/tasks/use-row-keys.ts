import type { ListedTask } from '@medley/client/browser';
import { useEffect, useRef } from 'react';

interface RowKeys {
  scroller: React.RefObject<HTMLElement | null>;
  tasks: readonly ListedTask[];
  onSelect: ((id: string) => void) | null;
  scrollTo: (index: number) => void;
}

/** j and k move the focus from row to row, x selects, / goes to the search; Enter opens, as on any link. */
export function useRowKeys(keys: RowKeys): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (handleKey(event.key, newest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function handleKey(key: string, { scroller, tasks, onSelect, scrollTo }: RowKeys): boolean {
  const row = document.activeElement?.closest('[data-index]');
  const index = row instanceof HTMLElement ? Number(row.dataset['index']) : -1;
  if (key === 'j' || key === 'k') {
    const next = Math.min(tasks.length - 1, Math.max(0, index + (key === 'j' ? 1 : -1)));
    scrollTo(next);
    focusRow(scroller.current, next);
    return true;
  }
  if (key === 'x') {
    const task = tasks[index];
    if (task) onSelect?.(task.id);
    return task !== undefined;
  }
  if (key !== '/') return false;
  document.querySelector<HTMLElement>('search input')?.focus();
  return true;
}

/** The row may be rendered by the scrolling only. */
function focusRow(list: HTMLElement | null, index: number, triesLeft = 5): void {
  const link = list?.querySelector<HTMLElement>(`[data-index="${index}"] .task-link`);
  if (link) link.focus({ preventScroll: true });
  else if (triesLeft > 0) requestAnimationFrame(() => focusRow(list, index, triesLeft - 1));
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.closest('dialog')) return target !== document.body;
  return target.matches('input:not([type=checkbox]), select, textarea');
}
