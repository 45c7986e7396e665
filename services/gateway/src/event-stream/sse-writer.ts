import type { ServerResponse } from 'node:http';
import { toJsonText } from '@medley/task-view';
import { onceClosed } from '../traffic/once-closed';
import type { StreamLimits } from './stream-limits';

export interface SseEvent {
  event: string;
  id: number;
  data: unknown;
}

/** One client's end of an event stream (HTML standard, server-sent events): writes, pings, and cuts who does not read. */
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
    onceClosed(response, () => this.#stopTimers());
  }

  send({ event, id, data }: SseEvent): void {
    // Stored JSON may have line breaks, and each line of an event names its field.
    const lines = toJsonText(data).replaceAll('\n', '\ndata: ');
    this.#write(`event: ${event}\nid: ${id}\ndata: ${lines}\n\n`);
  }

  /** Resolves when the reader has taken what was sent, or is gone: what comes next must not count as piled up behind it. */
  drained(): Promise<void> {
    const { response } = this;
    if (!response.writableNeedDrain || response.writableEnded || response.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }

  /** Close the stream with a comment; `retryMs` tells the client when to come back. */
  end(comment: string, retryMs?: number): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.#stopTimers();
    this.response.end(`${retryMs === undefined ? '' : `retry: ${retryMs}\n`}: ${comment}\n\n`);
    // Who does not even take the last words does not keep the connection either.
    const cut = setTimeout(() => this.response.destroy(), this.limits.stalledMs);
    onceClosed(this.response, () => clearTimeout(cut));
  }

  /** What piled up is measured before more is written: one large event is no sign of a reader who does not read. */
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
