import type { Options } from 'amqplib';
import { backoffMs, urlsOfHosts } from '@medley/kit';

const HEARTBEAT_S = 10;
/** After an outage a worker must be heard within 20 s, or another one may take over its attempts. */
const ROUND = { firstMs: 100, maxMs: 5_000 };

/**
 * The nodes of a RabbitMQ cluster that a URL lists. A connection begins at a random one, so that the processes of a
 * system spread over them, and takes the next whenever one fails.
 */
export class AmqpNodes {
  /** The node of the next attempt. Changed in place: amqplib reads it each time it connects. */
  readonly target: Options.Connect;
  readonly #nodes: readonly Options.Connect[];
  #index: number;

  constructor(url: string) {
    this.#nodes = urlsOfHosts(url).map(optionsOf);
    this.#index = Math.floor(Math.random() * this.#nodes.length);
    this.target = { ...this.#nodes[this.#index] };
  }

  get count(): number {
    return this.#nodes.length;
  }

  /** Of the last attempt, or of the open connection: `host:port`. */
  get name(): string {
    return `${this.target.hostname}:${this.target.port ?? 'default'}`;
  }

  next(): void {
    this.#index = (this.#index + 1) % this.#nodes.length;
    Object.assign(this.target, { hostname: undefined, port: undefined }, this.#nodes[this.#index]);
  }

  /** Milliseconds before the `attempt`-th attempt in a row (from 1); only a round over all nodes makes it longer. */
  delayMs(attempt: number): number {
    return backoffMs(Math.ceil(attempt / this.#nodes.length), ROUND);
  }
}

function optionsOf(url: string): Options.Connect {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const numberOf = (name: string): Record<string, number> =>
    searchParams.has(name) ? { [name]: Number(searchParams.get(name)) } : {};
  return {
    heartbeat: HEARTBEAT_S,
    ...numberOf('heartbeat'),
    ...numberOf('channelMax'),
    ...numberOf('frameMax'),
    protocol: protocol.slice(0, -1),
    hostname: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    ...((username !== '' || password !== '') && {
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }),
    // amqplib decodes it; empty means the default, `/`.
    vhost: pathname.slice(1),
  };
}
