import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Medley, MedleyApiError, MedleyOperator, type Key, type OperatorAbout } from '@medley/client/browser';
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { serviceUrl } from '../device/base-path';
import { forgetKey, readKey, writeKey } from './key-store';
import { rejectionOf, type Rejection } from './rejection';

type SessionState =
  | { kind: 'signed-out'; reason: Rejection | null }
  | { kind: 'checking' }
  | { kind: 'unreachable'; error: unknown }
  | { kind: 'signed-in'; medley: Medley; secret: string; key: Key }
  | { kind: 'operator'; operator: MedleyOperator; about: OperatorAbout };

interface Session {
  state: SessionState;
  signIn(secret: string, isRemembered: boolean): void;
  signOut(): void;
  /** Asks the service again who the key is. */
  checkAgain(): void;
  /** Ends the session if the error says that the key is no longer good; returns whether it did. */
  endIfRejected(error: unknown): boolean;
}

const SessionContext = createContext<Session | null>(null);

/** Who is signed in. Every query and mutation below ends the session when the service refuses the key. */
export function SessionProvider({ children }: { children: ReactNode }): ReactNode {
  const [secret, setSecret] = useState(readKey);
  const [state, setState] = useState<SessionState>(stateOf(secret));
  const [round, setRound] = useState(0);
  const end = useCallback((reason: Rejection | null) => {
    forgetKey();
    setSecret(null);
    setState({ kind: 'signed-out', reason });
  }, []);
  const endIfRejected = useCallback(
    (error: unknown) => {
      const reason = rejectionOf(error);
      if (reason) end(reason);
      return reason !== null;
    },
    [end],
  );
  useKeyOfAddress(setSecret);
  useKeyCheck(secret, { round, setState, endIfRejected });
  const session = useMemo<Session>(
    () => ({
      state,
      signIn: (given, isRemembered) => {
        writeKey(given, isRemembered);
        setState({ kind: 'checking' });
        setSecret(given);
        setRound((before) => before + 1);
      },
      signOut: () => end(null),
      checkAgain: () => setRound((before) => before + 1),
      endIfRejected,
    }),
    [state, end, endIfRejected],
  );
  return (
    <SessionContext value={session}>
      <QueriesOf key={secret} endIfRejected={endIfRejected}>
        {children}
      </QueriesOf>
    </SessionContext>
  );
}

/** What was read with one key is never shown with another. */
function QueriesOf({
  endIfRejected,
  children,
}: {
  endIfRejected: (error: unknown) => boolean;
  children: ReactNode;
}): ReactNode {
  const [client] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: (error) => void endIfRejected(error) }),
        mutationCache: new MutationCache({ onError: (error) => void endIfRejected(error) }),
        // The client repeats requests itself.
        defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true } },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function stateOf(secret: string | null): SessionState {
  return secret === null ? { kind: 'signed-out', reason: null } : { kind: 'checking' };
}

/** Keys of accounts begin with `sk-`; any other may be that of the operator. */
async function enter(secret: string, signal: AbortSignal): Promise<SessionState> {
  const options = { baseUrl: serviceUrl, apiKey: secret, maxRetries: 2 };
  if (secret.startsWith('sk-')) {
    const medley = new Medley(options);
    return { kind: 'signed-in', medley, secret, key: await medley.keys.current({ signal }) };
  }
  const operator = new MedleyOperator(options);
  try {
    return { kind: 'operator', operator, about: await operator.about({ signal }) };
  } catch (error) {
    // A service without an operator's key has no such route: any such key is a wrong one.
    if (error instanceof MedleyApiError && error.status === 404)
      throw new MedleyApiError(error.message, { code: 'INVALID_API_KEY', status: 401 });
    throw error;
  }
}

/** A link with a key may be opened in a tab where the console is already. */
function useKeyOfAddress(setSecret: (secret: string | null) => void): void {
  useEffect(() => {
    const take = (): void => {
      if (location.hash.startsWith('#key=')) setSecret(readKey());
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [setSecret]);
}

function useKeyCheck(
  secret: string | null,
  {
    round,
    setState,
    endIfRejected,
  }: { round: number; setState(state: SessionState): void; endIfRejected(error: unknown): boolean },
): void {
  useEffect(() => {
    if (secret === null) return;
    const stop = new AbortController();
    enter(secret, stop.signal).then(setState, (error: unknown) => {
      if (stop.signal.aborted || endIfRejected(error)) return;
      setState({ kind: 'unreachable', error });
    });
    return () => stop.abort();
  }, [secret, round, setState, endIfRejected]);
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new TypeError('There is no session above this component.');
  return session;
}
