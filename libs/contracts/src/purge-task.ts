import type { Task, TaskStep } from './task';

/** Changes that every purge makes: input and outputs are deleted; status, dates and events stay. */
export interface TaskPurge {
  set: Pick<Task, 'input' | 'purged_at' | 'expires_at' | 'stored_bytes'>;
  steps: { index: number; set: Pick<TaskStep, 'options' | 'output' | 'text' | 'media' | 'mapping'> }[];
}

/** Changes that purge a task document. The caller stores them and deletes the blobs of the task. */
export function purgeTask(task: Task, now: Date): TaskPurge {
  return {
    set: {
      input: null,
      purged_at: now,
      expires_at: task.expires_at < now ? task.expires_at : now,
      stored_bytes: 0,
    },
    steps: task.steps.map((_, index) => ({
      index,
      set: { options: '{}', output: null, text: null, media: null, mapping: null },
    })),
  };
}
