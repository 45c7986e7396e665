import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { ListedTask } from '@medley/client/browser';
import { useEffect, useMemo, useRef } from 'react';
import { useAccountEvents } from '../../live/account-events';
import { useAccount } from '../../session/account';
import { mergeNewest, patchByEvent, type TaskPage } from './merge-tasks';
import { toRequest, type TaskFilter } from './task-filter';

const PAGE = 100;
const RENEWED_MS = 2_000;

type Pages = InfiniteData<TaskPage, string | null>;

export interface TaskList {
  tasks: readonly ListedTask[];
  /** Of the filter, loaded or not; null while it is not known. */
  total: number | null;
  error: unknown;
  isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

/**
 * The tasks of a filter, page after page. Events change the rows in place; the newest page is read again at most every
 * two seconds, so that new tasks appear however many pages are loaded. A row stays when it no longer fits the filter.
 */
export function useTaskList(filter: TaskFilter): TaskList {
  const { medley } = useAccount();
  const request = useMemo(() => toRequest(filter), [filter]);
  const queryKey = useMemo(() => ['tasks', request], [request]);
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      medley.tasks.list(
        { ...request, limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
    // The stream keeps it fresh; all pages at once would be many requests.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const readNewest = useMemo(
    () => (signal: AbortSignal) => medley.tasks.list({ ...request, limit: PAGE }, { signal }),
    [medley, request],
  );
  useLivePages(queryKey, readNewest);
  const tasks = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  return {
    tasks,
    total: data?.pages[0]?.pagination.total ?? null,
    error: data ? null : error,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    reload: () => void refetch(),
  };
}

function useLivePages(
  queryKey: readonly unknown[],
  readNewest: (signal: AbortSignal) => Promise<TaskPage>,
): void {
  const queries = useQueryClient();
  const isStale = useRef(false);
  const change = (update: (pages: readonly TaskPage[]) => readonly TaskPage[]): void => {
    queries.setQueryData<Pages>(
      queryKey,
      (before) => before && { ...before, pages: [...update(before.pages)] },
    );
  };
  useAccountEvents((event) => {
    if (event.event.startsWith('task.')) isStale.current = true;
    change((pages) => patchByEvent(pages, event));
  });
  useEffect(() => {
    const stop = new AbortController();
    let isReading = false;
    const renew = async (): Promise<void> => {
      if (!isStale.current || isReading) return;
      isStale.current = false;
      isReading = true;
      // A failure is that of the stream, which says so; the next event tries again.
      const newest = await readNewest(stop.signal).catch(() => null);
      isReading = false;
      if (!newest || stop.signal.aborted) return;
      queries.setQueryData<Pages>(
        queryKey,
        (before) => before && { ...before, pages: mergeNewest(before.pages, newest) },
      );
    };
    const timer = setInterval(() => void renew(), RENEWED_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [queries, queryKey, readNewest]);
}
