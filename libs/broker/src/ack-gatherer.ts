import type { Channel, ConsumeMessage } from 'amqplib';
import type { Disposition } from './handle-delivery';

/** Settles the deliveries of one channel; acks of the same turn of the event loop become one where their tags allow it. */
export class AckGatherer {
  readonly #channel: Channel;
  /** Tags in the order of delivery, which is their order too. */
  readonly #unsettled = new Set<number>();
  #acks: ConsumeMessage[] = [];

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** Must be called for every delivery, because an ack of several tags includes all before it. */
  delivered({ fields }: ConsumeMessage): void {
    this.#unsettled.add(fields.deliveryTag);
  }

  /** A released delivery stays unsettled until its channel closes. */
  settle(message: ConsumeMessage, disposition: Disposition): void {
    if (disposition === 'reject') {
      this.#unsettled.delete(message.fields.deliveryTag);
      this.#attempt(() => this.#channel.reject(message, false));
    } else if (disposition === 'ack') {
      this.#acks.push(message);
      if (this.#acks.length === 1) setImmediate(() => this.flush());
    }
  }

  /** Sends the acks that were gathered. */
  flush(): void {
    const acks = this.#acks;
    this.#acks = [];
    for (const { fields } of acks) this.#unsettled.delete(fields.deliveryTag);
    const [oldest = Infinity] = this.#unsettled;
    let last: ConsumeMessage | null = null;
    for (const message of acks) {
      const { deliveryTag } = message.fields;
      if (deliveryTag > oldest) this.#attempt(() => this.#channel.ack(message));
      else if (!last || deliveryTag > last.fields.deliveryTag) last = message;
    }
    if (last) this.#ackUpTo(last);
  }

  #ackUpTo(message: ConsumeMessage): void {
    this.#attempt(() => this.#channel.ack(message, true));
  }

  #attempt(send: () => void): void {
    try {
      send();
    } catch {
      // The channel is closed and the message requeued; handlers are idempotent, so its redelivery is harmless.
    }
  }
}
