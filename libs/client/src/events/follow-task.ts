import { MedleyConnectionError } from '../errors';
import type { Transport } from '../http/transport';
import type { TaskEvent } from '../types/events';
import type { Task } from '../types/task';
import { parseEventStream } from './parse-event-stream';
import { toTaskEvent } from './to-task-event';

export interface FollowOptions {
  /** Go on after this event. */
  lastEventId?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Connections in a row that may fail without bringing an event; default: as many as a request may. */
  failuresMax?: number;
}

/**
 * The events of a task to its last one, each once, over as many connections as it takes.
 * @throws MedleyError, or the reason of the signal
 */
export async function* followTask(
  transport: Transport,
  taskId: string,
  options: FollowOptions,
): AsyncGenerator<TaskEvent, void, undefined> {
  const { signal, failuresMax = transport.retriesMax } = options;
  const place: Place = { lastId: options.lastEventId, retryMs: 0 };
  let hadEnded = false;
  for (let failures = 0; ;) {
    const before = place.lastId;
    try {
      for await (const event of readConnection(transport, taskId, { place, signal })) {
        yield event;
        if (isLast(event)) return;
      }
      if (before !== undefined && place.lastId === before) {
        // Closed with nothing new: perhaps the last event is the one that we are to go on after.
        if (hadEnded) return;
        hadEnded = await hasEnded(transport, taskId, signal);
      }
      throw new MedleyConnectionError('The event stream was closed before the task had ended.');
    } catch (error) {
      failures = place.lastId === before ? failures + 1 : 1;
      await transport.pauseAfter(error, { failures, failuresMax, signal, atLeastMs: place.retryMs });
    }
  }
}

/** Where we are in the stream, and how long it asks to be left alone before the next connection. */
interface Place {
  lastId: number | undefined;
  retryMs: number;
}

async function* readConnection(
  transport: Transport,
  taskId: string,
  { place, signal }: { place: Place; signal: AbortSignal | undefined },
): AsyncGenerator<TaskEvent, void, undefined> {
  place.retryMs = 0;
  const chunks = transport.stream({
    method: 'GET',
    path: `/tasks/${encodeURIComponent(taskId)}/events`,
    headers: {
      Accept: 'text/event-stream',
      ...(place.lastId === undefined ? {} : { 'Last-Event-ID': String(place.lastId) }),
    },
    signal,
  });
  const hints = { onRetry: (ms: number): void => void (place.retryMs = ms) };
  for await (const message of parseEventStream(chunks, hints)) {
    const event = toTaskEvent(message);
    if (event === null || (place.lastId !== undefined && event.id <= place.lastId)) continue;
    place.lastId = event.id;
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
