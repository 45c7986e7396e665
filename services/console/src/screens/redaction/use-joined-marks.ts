import { useEffect, useRef, useState, type RefObject } from 'react';

export interface JoinedMarks {
  container: RefObject<HTMLDivElement | null>;
  /** Index of the mention that was chosen last; null: none yet. */
  current: number | null;
  /** To the next mention, or by -1 to the previous one; after the last comes the first. */
  step(by: 1 | -1): void;
}

/** In a text that has the focus. */
const stepKeys: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, n: 1, ArrowLeft: -1, p: -1 };

/**
 * Lights all marks of the group under the pointer, and those of the chosen mention, on both sides. The marks are changed
 * without React: a text may have thousands.
 */
export function useJoinedMarks(count: number): JoinedMarks {
  const container = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<number | null>(null);

  const step = (by: 1 | -1): void => {
    const from = current ?? (by > 0 ? -1 : 0);
    if (count > 0) setCurrent((from + by + count) % count);
  };

  useEffect(() => {
    const shown = container.current;
    if (!shown) return;
    const key = (event: KeyboardEvent): void => {
      const by = stepKeys[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      step(by);
    };
    const over = ({ target }: Event): void => light(shown, groupOf(target), 'mark-lit');
    const out = (): void => light(shown, null, 'mark-lit');
    const press = ({ target }: Event): void => {
      const mention = markOf(target)?.dataset['mention'];
      if (mention !== undefined) setCurrent(Number(mention));
    };
    shown.addEventListener('pointerover', over);
    shown.addEventListener('pointerleave', out);
    shown.addEventListener('click', press);
    shown.addEventListener('keydown', key);
    return () => {
      shown.removeEventListener('pointerover', over);
      shown.removeEventListener('pointerleave', out);
      shown.removeEventListener('click', press);
      shown.removeEventListener('keydown', key);
    };
  });

  useEffect(() => {
    const shown = container.current;
    if (!shown || current === null) return;
    const marks = [...shown.querySelectorAll<HTMLElement>(`[data-mention="${current}"]`)];
    light(shown, marks[0]?.dataset['group'] ?? null, 'mark-chosen');
    for (const mark of marks) {
      mark.classList.add('mark-current');
      mark.scrollIntoView({ block: 'nearest' });
    }
    return () => {
      for (const mark of marks) mark.classList.remove('mark-current');
    };
  }, [current]);

  return { container, current, step };
}

function markOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('mark[data-group]') : null;
}

function groupOf(target: EventTarget | null): string | null {
  return markOf(target)?.dataset['group'] ?? null;
}

function light(shown: HTMLElement, group: string | null, look: string): void {
  for (const mark of shown.querySelectorAll(`.${look}`)) mark.classList.remove(look);
  if (group === null) return;
  for (const mark of shown.querySelectorAll(`mark[data-group="${group}"]`)) mark.classList.add(look);
}
