import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Delivery } from '@medley/client/browser';
import { useMemo } from 'react';
import { isOpen } from '../../deliveries/delivery-state';
import { useLiveQueries } from '../../live/use-live-queries';
import { useAccount } from '../../session/account';
import { toRequest, type DeliveryFilter } from './delivery-filter';

const PAGE = 50;
/** For each loaded page, because all of them are read again: it stays at a request in five seconds. */
const RENEWED_MS = 5_000;

export const deliveriesKey = 'deliveries';

export interface DeliveryList {
  /** Null while they are not known. */
  deliveries: readonly Delivery[] | null;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

/** The deliveries of a filter, page after page; renewed when tasks end, and while attempts are open. */
export function useDeliveryList(filter: DeliveryFilter): DeliveryList {
  const { medley } = useAccount();
  const request = useMemo(() => toRequest(filter), [filter]);
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: [deliveriesKey, 'list', request],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      medley.deliveries.list(
        { ...request, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      return pages.some(({ items }) => items.some(isOpen)) && pages.length * RENEWED_MS;
    },
  });
  useLiveQueries([deliveriesKey, 'list'], {
    everyMs: RENEWED_MS * (data?.pages.length ?? 1),
    concerns: ({ event }) => event === 'task.completed' || event === 'task.failed',
  });
  const deliveries = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? null, [data]);
  return {
    deliveries,
    error: data ? null : error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    reload: () => void refetch(),
  };
}
