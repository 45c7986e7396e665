import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TaskEstimate, TaskRequest } from '@medley/client/browser';
import { useEffect, useState } from 'react';
import { useAccount } from '../../session/account';

/** A pause in typing of this length has the draft checked: each check is a request. */
const PAUSE_MS = 700;
const FRESH_MS = 60_000;

export interface Estimate {
  /** Of the draft, or of the one before while the new one is checked. */
  data: TaskEstimate | undefined;
  error: Error | null;
  /** Whether `data` and `error` may be those of an earlier draft. */
  isOld: boolean;
}

/** What the service says of a request: the cost, or which field is wrong. Null requests are not checked. */
export function useEstimate(request: TaskRequest | null): Estimate {
  const { medley } = useAccount();
  const text = JSON.stringify(request);
  const settled = useSettled(text, PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ['estimate', settled],
    queryFn: ({ signal }) => medley.tasks.validate(JSON.parse(settled) as TaskRequest, { signal }),
    enabled: request !== null && settled !== 'null',
    retry: false,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  const isOld = text !== settled || isFetching;
  return request === null ? { data: undefined, error: null, isOld: false } : { data, error, isOld };
}

/** The value once it has stayed the same for a while; the first one at once. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
