import type { ServerResponse } from 'node:http';

const PING_MS = 15_000;
/** A reader that takes nothing for this long, or lets this much pile up, is cut. */
const STALLED_MS = 30_000;
const BUFFERED_MAX = 256 * 1024;
/** No stream lasts longer; clients resume where they were. */
const LIFE_MS = 3_600_000;

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
    }, PING_MS);
    this.#life = setTimeout(() => this.end('the stream has lasted an hour'), LIFE_MS);
    response.once('close', () => this.#stopTimers());
  }

  send({ event, id, data }: SseEvent): void {
    this.#write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Close the stream with a comment; `retryMs` tells the client when to come back. */
  end(comment: string, retryMs?: number): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.#stopTimers();
    this.response.end(`${retryMs === undefined ? '' : `retry: ${retryMs}\n`}: ${comment}\n\n`);
  }

  #write(text: string): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    const isTaken = response.write(text);
    if (isTaken) this.#stalledSince = null;
    else this.#stalledSince ??= performance.now();
    const stalledMs = this.#stalledSince === null ? 0 : performance.now() - this.#stalledSince;
    if (response.writableLength > BUFFERED_MAX || stalledMs > STALLED_MS) response.destroy();
  }

  #stopTimers(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#life);
  }
}
