import { MedleyError, TaskFailedError } from './errors';
import { followTask } from './events/follow-task';
import { Deadline } from './http/deadline';
import { pause, type Transport } from './http/transport';
import type { TaskEvent } from './types/events';
import type { Task } from './types/task';

export interface WaitOptions {
  signal?: AbortSignal;
  /** Milliseconds; without it the service's own limit of a task's time is the only one. */
  timeoutMs?: number;
  /** Default true: a failed task is a TaskFailedError; false: it is returned like any other. */
  throwOnFailure?: boolean;
  /** What happens meanwhile; told while the event stream works. */
  onEvent?: (event: TaskEvent) => void;
}

const POLL_FIRST_MS = 500;
const POLL_LONGEST_MS = 5_000;

/**
 * The task once it has ended: by its event stream, and where that does not work by asking again and again.
 * @throws TaskFailedError, MedleyTimeoutError, MedleyError, or the reason of the signal
 */
export async function waitForTask(transport: Transport, taskId: string, options: WaitOptions): Promise<Task> {
  const deadline = new Deadline(options.timeoutMs ?? Infinity, options.signal);
  try {
    await listen(transport, taskId, { signal: deadline.signal, onEvent: options.onEvent });
    const task = await poll(transport, taskId, deadline.signal);
    if (task.status === 'failed' && options.throwOnFailure !== false) throw new TaskFailedError(task);
    return task;
  } finally {
    deadline.close();
  }
}

/** Returns when the task has ended, and also when its stream does not work: then asking tells what is wrong. */
async function listen(
  transport: Transport,
  taskId: string,
  { signal, onEvent }: { signal: AbortSignal; onEvent: WaitOptions['onEvent'] },
): Promise<void> {
  const events = followTask(transport, taskId, { signal, failuresMax: 1 });
  for (;;) {
    const next = await events.next().catch((error: unknown) => {
      if (signal.aborted || !(error instanceof MedleyError)) throw error;
      return null;
    });
    if (next === null || next.done) return;
    onEvent?.(next.value);
  }
}

async function poll(transport: Transport, taskId: string, signal: AbortSignal): Promise<Task> {
  for (let delay = POLL_FIRST_MS; ; delay = Math.min(delay * 1.5, POLL_LONGEST_MS)) {
    const path = `/tasks/${encodeURIComponent(taskId)}`;
    const task = await transport.data<Task>({ method: 'GET', path, signal });
    if (task.status !== 'pending') return task;
    await pause(delay, signal);
  }
}
