import { useEffect, useRef } from 'react';

/** Calls when the space bar is pressed, but for what takes it itself: fields, buttons and links. */
export function useSpaceKey(onSpace: () => void): void {
  const latest = useRef(onSpace);
  useEffect(() => {
    latest.current = onSpace;
  });
  useEffect(() => {
    const stop = new AbortController();
    const onKey = (event: KeyboardEvent): void => {
      const isTaken =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, button, a, summary, dialog, [contenteditable]') !==
          null;
      if (event.key !== ' ' || isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
