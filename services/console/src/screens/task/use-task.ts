import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Task } from '@medley/client/browser';
import { useAccount } from '../../session/account';
import { useTaskStream, type TaskStream } from './use-task-stream';

export interface LiveTask {
  query: UseQueryResult<Task>;
  /** Null once the task has ended. */
  stream: TaskStream | null;
}

/** A task, read again whenever its stream tells of a change. */
export function useTask(id: string): LiveTask {
  const { medley } = useAccount();
  const query = useQuery({
    queryKey: ['task', id],
    queryFn: ({ signal }) => medley.tasks.get(id, { signal }),
  });
  const isPending = query.data?.status === 'pending';
  const stream = useTaskStream(id, isPending);
  return { query, stream: isPending ? stream : null };
}
