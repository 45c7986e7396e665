import type { ServerResponse } from 'node:http';
import type { Broker } from '@medley/broker';
import type { Task } from '@medley/contracts';
import { AppError, messageOf, runInBackground, taskLogFields, type Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import { Gauge, type Registry } from 'prom-client';
import { onResponseClosed } from '../../traffic/on-response-closed';
import { AccountStream, type AccountStreamRequest } from './account-stream';
import { parseLastEventId } from './event-id';
import { SseWriter } from './sse-writer';
import type { StreamLimits } from './stream-limits';
import { createStreamHub, type StreamHub } from './stream-hub';
import { TaskStream } from './task-stream';

/** When the gateway stops, clients are asked to reconnect after `RETRY_MS` plus a random part of `RETRY_SPREAD_MS`. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;

interface StreamRequest {
  keyId: string;
  /** Limit of open streams of the caller's tariff. */
  streamsMax: number;
  /** Whether the key is still valid; called at every ping. */
  isStillAllowed: () => Promise<boolean>;
}

interface EventStreamRequest extends StreamRequest {
  task: Task;
  lastEventId: string | undefined;
}

/** The open event streams of one gateway: enforces the limits and ends all streams when the gateway stops. */
export interface EventStreams {
  /** @throws AppError RATE_LIMIT_EXCEEDED when the key or this gateway has too many open streams */
  check(keyId: string, streamsMax: number): void;
  open(request: EventStreamRequest, response: ServerResponse): Promise<void>;
  /** The events of all tasks of an account. */
  openAccount(request: StreamRequest & AccountStreamRequest, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

interface EventStreamDependencies {
  broker: Broker;
  stores: Pick<Stores, 'tasks' | 'now'>;
  taskView: TaskView;
  logger: Logger;
  limits: StreamLimits;
  metrics: Registry;
}

export async function createEventStreams(deps: EventStreamDependencies): Promise<EventStreams> {
  const hub = await createStreamHub(deps);
  const openByKey = new Map<string, Set<SseWriter>>();
  const countOpen = (): number => [...openByKey.values()].reduce((sum, writers) => sum + writers.size, 0);
  showOpenStreams(deps.metrics, countOpen);
  const check = (keyId: string, streamsMax: number): void => {
    const isFull = countOpen() >= deps.limits.streamsMax;
    if ((openByKey.get(keyId)?.size ?? 0) < streamsMax && !isFull) return;
    const retryAfterSeconds = 10;
    const message = `Too many event streams are open. Try again in ${retryAfterSeconds} seconds.`;
    const details = { retryAfterSeconds, limit: 'streams' };
    throw new AppError('RATE_LIMIT_EXCEEDED', message, { details });
  };
  const openWriter = (request: StreamRequest, response: ServerResponse): SseWriter => {
    check(request.keyId, request.streamsMax);
    const writer = new SseWriter(response, deps.limits, () =>
      runInBackground(endIfUnauthorized(request, writer), deps.logger, 'check the key'),
    );
    const untrack = trackWriter(openByKey, request.keyId, writer);
    onResponseClosed(response, untrack);
    return writer;
  };
  return {
    check,
    open: async (request, response) => {
      const writer = openWriter(request, response);
      await begin({ ...deps, hub }, request, { response, writer });
    },
    openAccount: async (request, response) => {
      const closed = new AbortController();
      const stream = new AccountStream(deps, request, openWriter(request, response));
      // Also when the stream is ended here: the response is finished then.
      onResponseClosed(response, () => closed.abort());
      await stream.run(closed.signal);
    },
    close: async () => {
      for (const writer of [...openByKey.values()].flatMap((writers) => [...writers])) {
        writer.end('the gateway is stopping', RETRY_MS + Math.round(Math.random() * RETRY_SPREAD_MS));
      }
      await hub.close();
    },
  };
}

function showOpenStreams(registry: Registry, countOpen: () => number): void {
  new Gauge({
    name: 'medley_gateway_event_streams',
    help: 'Open event streams',
    registers: [registry],
    collect() {
      this.set(countOpen());
    },
  });
}

function trackWriter(openByKey: Map<string, Set<SseWriter>>, keyId: string, writer: SseWriter): () => void {
  const writers = openByKey.get(keyId) ?? new Set();
  writers.add(writer);
  openByKey.set(keyId, writers);
  return () => {
    writers.delete(writer);
    if (writers.size === 0 && openByKey.get(keyId) === writers) openByKey.delete(keyId);
  };
}

async function endIfUnauthorized(request: StreamRequest, writer: SseWriter): Promise<void> {
  // While the database is unavailable the stream stays open.
  const isAllowed = await request.isStillAllowed().catch(() => true);
  if (!isAllowed) writer.end('the key is no longer valid');
}

async function begin(
  deps: EventStreamDependencies & { hub: StreamHub },
  request: EventStreamRequest,
  { response, writer }: { response: ServerResponse; writer: SseWriter },
): Promise<void> {
  const { task } = request;
  const resumeFrom = parseLastEventId(request.lastEventId, task.events.at(-1)?.seq ?? 0);
  const load = (): Promise<Task | null> => deps.stores.tasks.find(task.id);
  const stream = new TaskStream(
    { writer, view: deps.taskView, now: deps.stores.now, load },
    task,
    resumeFrom,
  );
  try {
    await stream.begin();
    const leave = await deps.hub.join(task.id, stream);
    onResponseClosed(response, leave);
    if (response.writableEnded) leave();
    // This second read sends events that were stored between the first read and the subscription.
    await stream.wake();
  } catch (error) {
    deps.logger.warn('an event stream failed', { ...taskLogFields(task), error: messageOf(error) });
    writer.end('try again', RETRY_MS);
  }
}
