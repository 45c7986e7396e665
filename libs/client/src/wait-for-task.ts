import { MedleyError, TaskFailedError } from './errors';
import { followTask } from './events/follow-task';
import { Deadline } from './http/deadline';
import { pause, type Transport } from './http/transport';
import type { TaskEvent } from './types/events';
import type { Task } from './types/task';

export interface WaitOptions {
  signal?: AbortSignal;
  /** Milliseconds; default: only the task timeout of the service applies. */
  timeoutMs?: number;
  /** True (default): a failed task throws TaskFailedError; false: it is returned. */
  throwOnFailure?: boolean;
  /** Called for each event while the event stream works; not called while polling. */
  onEvent?: (event: TaskEvent) => void;
}

const POLL_FIRST_MS = 500;
const POLL_LONGEST_MS = 5_000;

/**
 * Wait until a task has ended: by its event stream, or by polling if the stream does not work.
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

/** Returns when the task has ended or its stream fails; the polling that follows reports what is wrong. */
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
