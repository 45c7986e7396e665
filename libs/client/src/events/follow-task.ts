import { MedleyConnectionError } from '../errors';
import type { Transport } from '../http/transport';
import type { TaskEvent } from '../types/events';
import type { Task } from '../types/task';
import { parseEventStream } from './parse-event-stream';
import { toTaskEvent } from './to-task-event';

export interface FollowOptions {
  /** Resume after this event. */
  lastEventId?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Maximum of consecutive connections without an event; default: the retry limit of requests. */
  failuresMax?: number;
  /** Called with true when the stream is connected, with false when it broke and is opened again. */
  onConnectionChange?: ((isConnected: boolean) => void) | undefined;
}

/**
 * Yield every event of a task once, up to the last one; reconnects when the connection breaks.
 * @throws MedleyError, or the reason of the signal
 */
export async function* followTask(
  transport: Transport,
  taskId: string,
  options: FollowOptions,
): AsyncGenerator<TaskEvent, void, undefined> {
  const { signal, failuresMax = transport.retriesMax, onConnectionChange } = options;
  const position: StreamPosition = { lastId: options.lastEventId, retryMs: 0 };
  let wasEnded = false;
  for (let failures = 0; ;) {
    const before = position.lastId;
    try {
      for await (const event of readConnection(transport, taskId, { position, signal, onConnectionChange })) {
        yield event;
        if (isLast(event)) return;
      }
      if (before !== undefined && position.lastId === before) {
        // Closed without a new event: the event to resume after may have been the last one.
        if (wasEnded) return;
        wasEnded = await hasEnded(transport, taskId, signal);
      }
      throw new MedleyConnectionError('The event stream was closed before the task had ended.');
    } catch (error) {
      onConnectionChange?.(false);
      failures = position.lastId === before ? failures + 1 : 1;
      await transport.waitBeforeRetry(error, { failures, failuresMax, signal, atLeastMs: position.retryMs });
    }
  }
}

/** Position in the stream, and the reconnection delay that the server requested (`retry:`). */
interface StreamPosition {
  lastId: number | undefined;
  retryMs: number;
}

async function* readConnection(
  transport: Transport,
  taskId: string,
  { position, signal, onConnectionChange }: { position: StreamPosition } & FollowOptions,
): AsyncGenerator<TaskEvent, void, undefined> {
  position.retryMs = 0;
  const chunks = transport.stream({
    method: 'GET',
    path: `/tasks/${encodeURIComponent(taskId)}/events`,
    headers: {
      Accept: 'text/event-stream',
      ...(position.lastId === undefined ? {} : { 'Last-Event-ID': String(position.lastId) }),
    },
    signal,
    onOpen: () => onConnectionChange?.(true),
  });
  const hints = { onRetry: (ms: number): void => void (position.retryMs = ms) };
  for await (const message of parseEventStream(chunks, hints)) {
    const event = toTaskEvent(message);
    if (event === null || (position.lastId !== undefined && event.id <= position.lastId)) continue;
    position.lastId = event.id;
    yield event;
  }
}

function isLast({ type }: TaskEvent): boolean {
  return type === 'task.completed' || type === 'task.failed';
}

async function hasEnded(transport: Transport, taskId: string, signal?: AbortSignal): Promise<boolean> {
  const task = await transport.data<Task>({ method: 'GET', path: `/tasks/${taskId}`, signal });
  return task.status !== 'pending';
}
