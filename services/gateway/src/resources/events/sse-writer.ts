import type { ServerResponse } from 'node:http';
import { toJsonText } from '@medley/task-view';
import { onResponseClosed } from '../../traffic/on-response-closed';
import type { StreamLimits } from './stream-limits';

export interface SseEvent {
  event: string;
  /** An integer within a task, a position within an account. */
  id: number | string;
  data: unknown;
}

/** Writes one event stream (HTML standard, server-sent events): sends events and pings, and closes stalled connections. */
export class SseWriter {
  #stalledSince: number | null = null;
  readonly #ping: NodeJS.Timeout;
  readonly #life: NodeJS.Timeout;

  constructor(
    private readonly response: ServerResponse,
    private readonly limits: StreamLimits,
    onPing: () => void,
  ) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'keep-alive',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    response.on('drain', () => (this.#stalledSince = null));
    this.#ping = setInterval(() => {
      this.#write(': ping\n\n');
      onPing();
    }, limits.pingMs);
    this.#life = setTimeout(() => this.end('the stream has lasted long enough'), limits.lifeMs);
    onResponseClosed(response, () => this.#stopTimers());
  }

  send({ event, id, data }: SseEvent): void {
    // Stored JSON may contain line breaks; every line of an event must begin with its field name.
    const lines = toJsonText(data).replaceAll('\n', '\ndata: ');
    this.#write(`event: ${event}\nid: ${id}\ndata: ${lines}\n\n`);
  }

  /** Whether the client has taken all that was written, as far as the send buffer tells. */
  get isDrained(): boolean {
    return !this.response.writableNeedDrain;
  }

  /** Resolves when the send buffer is drained or the client disconnected, so that the next event starts with an empty buffer. */
  drained(): Promise<void> {
    const { response } = this;
    if (this.isDrained || response.writableEnded || response.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }

  /** End the stream with a comment; `retryMs` is the reconnection delay for the client. */
  end(comment: string, retryMs?: number): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.#stopTimers();
    this.response.end(`${retryMs === undefined ? '' : `retry: ${retryMs}\n`}: ${comment}\n\n`);
    // Destroy the connection if the client does not read the final comment in time.
    const timeout = setTimeout(() => this.response.destroy(), this.limits.stalledMs);
    onResponseClosed(this.response, () => clearTimeout(timeout));
  }

  /** The buffer is measured before the write, so that one large event does not count as a stalled client. */
  #write(text: string): void {
    const { response, limits } = this;
    if (response.writableEnded || response.destroyed) return;
    const stalledMs = this.#stalledSince === null ? 0 : performance.now() - this.#stalledSince;
    if (response.writableLength > limits.bufferedBytesMax || stalledMs > limits.stalledMs) {
      response.destroy();
      return;
    }
    if (!response.write(text)) this.#stalledSince ??= performance.now();
  }

  #stopTimers(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#life);
  }
}
