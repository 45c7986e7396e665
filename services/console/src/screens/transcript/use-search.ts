import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { findMatches, type Match } from './find-matches';
import { bringIntoSight, highlight, rangeIn } from './highlights';
import type { Passage } from './passage';

export interface TextSearch {
  text: string;
  matches: readonly Match[];
  /** Index of the match that is shown. */
  at: number;
  setText(text: string): void;
  /** To the next one, or with -1 to the one before. */
  move(by: 1 | -1): void;
}

/** Search in the passages that are shown; all matches are lit, and one of them is in sight. */
export function useSearch(
  list: React.RefObject<HTMLElement | null>,
  passages: readonly Passage[],
  onMove: () => void,
): TextSearch {
  const [{ text, at }, setState] = useState({ text: '', at: 0 });
  const wanted = useDeferredValue(text);
  const matches = useMemo(() => findMatches(passages, wanted), [passages, wanted]);
  const current = matches[at % Math.max(1, matches.length)];
  useEffect(() => {
    highlight(
      'found',
      matches.flatMap((match) => rangeIn(list.current, match) ?? []),
    );
    return () => highlight('found', []);
  }, [list, matches]);
  useEffect(() => {
    const range = current && rangeIn(list.current, current);
    highlight('found-now', range ? [range] : []);
    if (range) bringIntoSight(range);
    return () => highlight('found-now', []);
  }, [list, current]);
  return {
    text,
    matches,
    at: current ? at % matches.length : 0,
    setText: (given) => {
      setState({ text: given, at: 0 });
      onMove();
    },
    move: (by) => {
      setState((before) => ({
        ...before,
        at: (before.at + by + matches.length) % Math.max(1, matches.length),
      }));
      onMove();
    },
  };
}
