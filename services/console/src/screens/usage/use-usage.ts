import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Usage } from '@medley/client/browser';
import { useAccount } from '../../session/account';
import { toRequest, type UsageView } from './period';

/** The usage of a view; one request, however many parts of the page show it. */
export function useUsage(view: UsageView): UseQueryResult<Usage> {
  const { medley } = useAccount();
  const request = toRequest(view);
  return useQuery({
    queryKey: ['usage', request],
    queryFn: ({ signal }) => medley.usage(request, { signal }),
    placeholderData: keepPreviousData,
  });
}
