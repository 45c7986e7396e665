import type { Task, TaskStep } from './task';

/** The part of a purge that every purge has: what went in and came out is gone, status, dates and history stay. */
export interface ForgottenTask {
  set: Pick<Task, 'input' | 'purged_at' | 'expires_at' | 'stored_bytes'>;
  steps: { index: number; set: Pick<TaskStep, 'options' | 'output' | 'text' | 'media' | 'mapping'> }[];
}

/** What a purge changes in a task document. The blobs are still there; whoever stores this also removes them. */
export function forgetTask(task: Task, now: Date): ForgottenTask {
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
