import type { Channel } from 'amqplib';
import type { AmqpConnection } from './amqp-connection';
import { withTimeout } from './with-timeout';

const REPLY_MS = 2_000;

/** Reads how many messages are ready in a queue. A missing queue closes the channel, so each queue has its own. */
export class QueueDepthReader {
  readonly #connection: AmqpConnection;
  readonly #channels = new Map<string, Promise<Channel>>();
  readonly #pending = new Map<string, Promise<number | null>>();

  constructor(connection: AmqpConnection) {
    this.#connection = connection;
  }

  /** Null when the queue does not exist or RabbitMQ does not reply in 2 s. Concurrent calls for a queue share one request. */
  read(queue: string): Promise<number | null> {
    const pending = this.#pending.get(queue);
    if (pending) return pending;
    const reply = withTimeout(REPLY_MS, this.#readDepth(queue))
      .then((depth) => depth ?? null)
      .finally(() => this.#pending.delete(queue));
    this.#pending.set(queue, reply);
    return reply;
  }

  async #readDepth(queue: string): Promise<number | null> {
    if (!this.#connection.isConnected) return null;
    const opening = this.#channels.get(queue) ?? this.#open(queue);
    return (await (await opening).checkQueue(queue)).messageCount;
  }

  #open(queue: string): Promise<Channel> {
    const forget = (): boolean => this.#channels.delete(queue);
    const opening = this.#connection.openChannel();
    this.#channels.set(queue, opening);
    opening.then((channel) => channel.once('close', forget), forget);
    return opening;
  }
}
