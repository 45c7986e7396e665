import { useEffect, useMemo, useRef, useState } from 'react';
import { bringIntoSight, highlight, rangeIn } from './highlights';
import type { Passage } from './passage';
import type { SoundPlayer } from './sound-player';
import { cueAt, timelineOf, type Cue } from './timeline';

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

export interface Following {
  isFollowing: boolean;
  follow(): void;
  /** While it plays, until it is asked to follow again. */
  pause(): void;
}

/** Lights what is heard and keeps it in sight, until the person scrolls. */
export function useActiveCue(
  list: React.RefObject<HTMLElement | null>,
  player: SoundPlayer,
  passages: readonly Passage[],
): Following {
  const timeline = useMemo(() => timelineOf(passages), [passages]);
  const [isFollowing, setFollowing] = useState(true);
  const follows = useRef(isFollowing);
  useEffect(() => {
    follows.current = isFollowing;
  }, [isFollowing]);
  useEffect(() => {
    let last: Cue | null = null;
    const end = player.onTime((seconds) => {
      const cue = cueAt(timeline, seconds);
      if (cue === last) return;
      last = cue;
      const range = cue && rangeIn(list.current, { passage: cue.passage, ...cue.mark });
      show(list.current, cue, range);
      if (range && follows.current && seconds > 0) bringIntoSight(range);
    });
    return () => {
      end();
      highlight('active', []);
    };
  }, [list, player, timeline]);
  useScrolled(() => setFollowing(false));
  return {
    isFollowing,
    pause: () => {
      if (player.isPlaying) setFollowing(false);
    },
    follow: () => {
      setFollowing(true);
      const cue = cueAt(timeline, player.time);
      const range = cue && rangeIn(list.current, { passage: cue.passage, ...cue.mark });
      if (range) bringIntoSight(range);
    },
  };
}

function show(list: Element | null, cue: Cue | null, range: Range | null): void {
  highlight('active', range ? [range] : []);
  list?.querySelector('[data-active]')?.removeAttribute('data-active');
  if (cue) list?.querySelector(`[data-passage="${cue.passage}"]`)?.setAttribute('data-active', '');
}

/** Calls when the person scrolls the page, whatever by; scrolling by the page itself does not count. */
function useScrolled(onScrolled: () => void): void {
  const latest = useRef(onScrolled);
  useEffect(() => {
    latest.current = onScrolled;
  });
  useEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true } as const;
    const tell = (): void => latest.current();
    addEventListener('wheel', tell, options);
    addEventListener('touchmove', tell, options);
    // The bar at the side belongs to the root.
    const onPointer = ({ target }: PointerEvent): void => {
      if (target === document.documentElement) tell();
    };
    const onKey = ({ key, target }: KeyboardEvent): void => {
      const isOfField = target instanceof Element && target.closest('input, select, [role=slider]') !== null;
      if (SCROLL_KEYS.has(key) && !isOfField) tell();
    };
    addEventListener('pointerdown', onPointer, options);
    addEventListener('keydown', onKey, options);
    return () => stop.abort();
  }, []);
}
