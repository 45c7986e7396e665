import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/** What the proxy does to bytes, both ways, from the moment it is set: to open connections and new ones. */
export type FaultMode =
  | { kind: 'pass' }
  /** No byte goes through and no connection is closed; bytes are delivered after the mode changes. */
  | { kind: 'black-hole' }
  /** The same for what the target sends: requests reach it, their sender never knows. */
  | { kind: 'hold-answers' }
  /** Open connections are reset, new ones as soon as they are made. */
  | { kind: 'reset' }
  | { kind: 'latency'; ms: number }
  /** Each connection is reset after this many more bytes. */
  | { kind: 'cut-after'; bytes: number };

export interface FaultProxy {
  port: number;
  /** `url` with host and port of the proxy. */
  through(url: string): string;
  set(mode: FaultMode): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy on 127.0.0.1 in front of `target` that injects faults. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const links = new Set<Link>();
  let mode: FaultMode = { kind: 'pass' };
  const server = createServer((near) => {
    const link = new Link(near, connect(target.port, target.host), () => links.delete(link));
    links.add(link);
    link.set(mode);
  });
  const port = await listen(server);
  return {
    port,
    through: (url) => {
      const proxied = new URL(url);
      proxied.hostname = '127.0.0.1';
      proxied.port = String(port);
      return proxied.href;
    },
    set: (next) => {
      mode = next;
      for (const link of links) link.set(next);
    },
    close: async () => {
      for (const link of links) link.reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** One connection through the proxy. */
class Link {
  readonly #sockets: readonly [near: Socket, far: Socket];
  readonly #pipes: readonly [there: FaultPipe, back: FaultPipe];
  #isHole = false;
  #isHalfClosed = false;

  constructor(near: Socket, far: Socket, onClose: () => void) {
    this.#sockets = [near, far];
    this.#pipes = [new FaultPipe(() => this.reset()), new FaultPipe(() => this.reset())];
    near.pipe(this.#pipes[0]).pipe(far);
    far.pipe(this.#pipes[1]).pipe(near);
    for (const socket of this.#sockets) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#onClosed());
    }
    far.on('close', onClose);
  }

  set(mode: FaultMode): void {
    this.#isHole = mode.kind === 'black-hole' || mode.kind === 'hold-answers';
    if (mode.kind === 'reset' || (this.#isHalfClosed && !this.#isHole)) this.reset();
    else if (mode.kind === 'hold-answers') {
      this.#pipes[0].set({ kind: 'pass' });
      this.#pipes[1].set({ kind: 'black-hole' });
    } else for (const pipe of this.#pipes) pipe.set(mode);
  }

  reset(): void {
    for (const pipe of this.#pipes) pipe.destroy();
    for (const socket of this.#sockets) if (!socket.destroyed) socket.resetAndDestroy();
  }

  /** One side closed; in a black hole the other side is not closed. */
  #onClosed(): void {
    this.#isHalfClosed = true;
    if (!this.#isHole) this.reset();
  }
}

/** One direction of a connection. */
class FaultPipe extends Transform {
  readonly #cut: () => void;
  #mode: FaultMode = { kind: 'pass' };
  #left = Infinity;
  /** Delivers what a black hole holds back. */
  #release: (() => void) | null = null;

  constructor(cut: () => void) {
    super();
    this.#cut = cut;
  }

  set(mode: FaultMode): void {
    this.#mode = mode;
    this.#left = mode.kind === 'cut-after' ? mode.bytes : Infinity;
    const release = this.#release;
    if (mode.kind === 'black-hole' || !release) return;
    this.#release = null;
    release();
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#mode.kind === 'black-hole') {
      this.#release = () => this._transform(chunk, encoding, done);
    } else if (this.#mode.kind === 'latency') {
      // Not waited for: the next chunk may follow at once, and equal timers keep the order.
      setTimeout(() => this.push(chunk), this.#mode.ms);
      done();
    } else if (chunk.length > this.#left) {
      this.push(chunk.subarray(0, this.#left));
      setImmediate(this.#cut); // after the part before the cut
    } else {
      this.#left -= chunk.length;
      done(null, chunk);
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.#mode.kind === 'black-hole') this.#release = () => this._flush(done);
    else if (this.#mode.kind === 'latency') setTimeout(done, this.#mode.ms);
    else done();
  }
}
