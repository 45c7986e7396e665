import { taskStatuses, type TaskStatus } from '@medley/contracts';
import type { BatchTask } from '@medley/store';

export interface Batch {
  id: string;
  tasks: BatchTask[];
}

/** The tasks of one `POST /tasks/batch` that are still recorded. */
export interface PublicBatch {
  id: string;
  counts: Record<TaskStatus, number>;
  created_at: string;
}

export function showBatch({ id, tasks }: Batch): PublicBatch {
  const counts = taskStatuses.map(
    (one) => [one, tasks.filter(({ status }) => status === one).length] as const,
  );
  const created = Math.min(...tasks.map(({ created_at }) => created_at.getTime()));
  return {
    id,
    counts: Object.fromEntries(counts) as PublicBatch['counts'],
    created_at: new Date(created).toISOString(),
  };
}
