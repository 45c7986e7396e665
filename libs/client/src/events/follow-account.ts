import { MedleyConnectionError } from '../errors';
import type { Transport } from '../http/transport';
import type { AccountEvent, AccountEventType } from '../types/events';
import { parseEventStream, type StreamMessage } from './parse-event-stream';

export interface FollowAccountOptions {
  /** Only these events; default: all. */
  types?: readonly AccountEventType[] | undefined;
  /** Resume after this event, within 10 minutes, instead of starting now. */
  lastEventId?: string;
  signal?: AbortSignal | undefined;
  /** Called with true when the stream is connected, with false when it broke and is opened again. */
  onConnectionChange?: ((isConnected: boolean) => void) | undefined;
}

const known: Readonly<Record<AccountEventType, true>> = {
  'task.created': true,
  'step.queued': true,
  'step.started': true,
  'step.completed': true,
  'step.failed': true,
  'step.retrying': true,
  'task.completed': true,
  'task.failed': true,
};

interface StreamPosition {
  lastId: string | undefined;
  retryMs: number;
}

/**
 * Yield the events of all tasks of the account until the signal is aborted; reconnects when the connection breaks.
 * @throws MedleyError, or the reason of the signal
 */
export async function* followAccount(
  transport: Transport,
  { types, lastEventId, signal, onConnectionChange }: FollowAccountOptions,
): AsyncGenerator<AccountEvent, void, undefined> {
  const position: StreamPosition = { lastId: lastEventId, retryMs: 0 };
  for (let failures = 0; ;) {
    let received = 0;
    try {
      for await (const event of readConnection(transport, position, { types, signal, onConnectionChange })) {
        received += 1;
        yield event;
      }
      throw new MedleyConnectionError('The event stream was closed.');
    } catch (error) {
      onConnectionChange?.(false);
      failures = received === 0 ? failures + 1 : 1;
      const limits = { failures, failuresMax: transport.retriesMax, signal, atLeastMs: position.retryMs };
      await transport.waitBeforeRetry(error, limits);
    }
  }
}

async function* readConnection(
  transport: Transport,
  position: StreamPosition,
  { types, signal, onConnectionChange }: Omit<FollowAccountOptions, 'lastEventId'>,
): AsyncGenerator<AccountEvent, void, undefined> {
  position.retryMs = 0;
  const chunks = transport.stream({
    method: 'GET',
    path: '/events',
    query: types ? { types: types.join(',') } : undefined,
    headers: {
      Accept: 'text/event-stream',
      ...(position.lastId === undefined ? {} : { 'Last-Event-ID': position.lastId }),
    },
    signal,
    onOpen: () => onConnectionChange?.(true),
  });
  const hints = { onRetry: (ms: number): void => void (position.retryMs = ms) };
  for await (const message of parseEventStream(chunks, hints)) {
    const event = toAccountEvent(message);
    if (!event) continue;
    position.lastId = event.id;
    yield event;
  }
}

/** Null for event types of a newer service. */
function toAccountEvent({ event, id, data }: StreamMessage): AccountEvent | null {
  if (id === null || !Object.hasOwn(known, event)) return null;
  try {
    return { event, id, data: JSON.parse(data) as unknown } as AccountEvent;
  } catch {
    return null;
  }
}
