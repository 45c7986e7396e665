import { useQueryClient } from '@tanstack/react-query';
import type { AccountEvent } from '@medley/client/browser';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useAccount } from '../session/account';
import { useSession } from '../session/session';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

interface AccountEvents {
  state: LiveState;
  listen(listener: (event: AccountEvent) => void): () => void;
}

const EventsContext = createContext<AccountEvents | null>(null);
const RESTART_MS = 3_000;

/** One stream of `GET /events` for all screens. What was missed while it was broken is read again. */
export function AccountEventsProvider({ children }: { children: ReactNode }): ReactNode {
  const { medley } = useAccount();
  const { endIfRejected } = useSession();
  const queries = useQueryClient();
  const [listeners] = useState(() => new Set<(event: AccountEvent) => void>());
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    const stop = new AbortController();
    let wasLost = false;
    const onConnectionChange = (isConnected: boolean): void => {
      if (stop.signal.aborted) return;
      setState(isConnected ? 'live' : 'reconnecting');
      if (isConnected && wasLost) void queries.invalidateQueries();
      wasLost = !isConnected;
    };
    const follow = async (): Promise<void> => {
      try {
        for await (const event of medley.events({ signal: stop.signal, onConnectionChange }))
          for (const listener of listeners) listener(event);
      } catch (error) {
        if (stop.signal.aborted || endIfRejected(error)) return;
        onConnectionChange(false);
        setTimeout(() => void follow(), RESTART_MS);
      }
    };
    void follow();
    return () => stop.abort();
  }, [medley, queries, listeners, endIfRejected]);
  const [listen] = useState(() => (listener: (event: AccountEvent) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  });
  return <EventsContext value={{ state, listen }}>{children}</EventsContext>;
}

export function useLiveState(): LiveState {
  return use(EventsContext)?.state ?? 'connecting';
}

/** Calls the newest `onEvent` for every event of the account while the component is shown. */
export function useAccountEvents(onEvent: (event: AccountEvent) => void): void {
  const listen = use(EventsContext)?.listen;
  const newest = useRef(onEvent);
  useEffect(() => {
    newest.current = onEvent;
  });
  useEffect(() => listen?.((event) => newest.current(event)), [listen]);
}
