import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { AccountEvent } from '@medley/client/browser';
import { useEffect, useRef } from 'react';
import { useAccountEvents } from './account-events';

/**
 * Reads the queries below `key` again after events of the account that `concerns` names: at once, then at most every
 * `everyMs`, however many events come. Each reading counts against the rate limit of the account, which its programs
 * need: `free` has 60 requests a minute.
 */
export function useLiveQueries(
  key: QueryKey,
  { everyMs, concerns = () => true }: { everyMs: number; concerns?: (event: AccountEvent) => boolean },
): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isStale = useRef(false);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  const renew = (): void => {
    isStale.current = false;
    void queries.invalidateQueries({ queryKey: key });
    timer.current = setTimeout(() => {
      timer.current = null;
      if (isStale.current) renew();
    }, everyMs);
  };
  useAccountEvents((event) => {
    if (!concerns(event)) return;
    isStale.current = true;
    if (timer.current === null) renew();
  });
}
