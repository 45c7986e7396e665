import type { ReceivedMessage } from './codec';
import { Fifo } from './fifo';

/** Why, and from which queue, a message was dead-lettered (RabbitMQ: `x-death`). */
interface DeadLetterInfo {
  reason: string;
  queue: string;
}

export interface MemoryMessage extends ReceivedMessage {
  messageId: string;
  redelivered: boolean;
  /** How often it was requeued. */
  returns: number;
  death?: DeadLetterInfo;
}

export interface Receiver {
  readonly hasCapacity: boolean;
  receive(message: MemoryMessage): void;
  /** The queue was deleted. */
  onDeleted(): void;
}

/** One queue. It delivers in a later turn of the event loop, never within the call of a publisher, as RabbitMQ. */
export class MemoryQueue {
  readonly #ready = new Fifo<MemoryMessage>();
  /** Delivered before all others. */
  readonly #requeued = new Fifo<MemoryMessage>();
  /** Served in turns. */
  readonly #receivers: Receiver[] = [];
  #isScheduled = false;
  #isDeleted = false;

  /** Messages that are not delivered. */
  get depth(): number {
    return this.#ready.size + this.#requeued.size;
  }

  push(message: MemoryMessage): void {
    this.#ready.push(message);
    this.wake();
  }

  requeue(message: MemoryMessage): void {
    this.#requeued.push({ ...message, redelivered: true, returns: message.returns + 1 });
    this.wake();
  }

  subscribe(receiver: Receiver): void {
    this.#receivers.push(receiver);
    this.wake();
  }

  unsubscribe(receiver: Receiver): void {
    const index = this.#receivers.indexOf(receiver);
    if (index >= 0) this.#receivers.splice(index, 1);
  }

  /** Must be called when a receiver has capacity again. */
  wake(): void {
    if (this.#isScheduled || this.#isDeleted || this.depth === 0 || this.#receivers.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => this.#deliver());
  }

  /** Drops everything and calls `onDeleted` of its receivers. */
  delete(): void {
    this.#isDeleted = true;
    for (const receiver of this.#receivers.splice(0)) receiver.onDeleted();
  }

  #deliver(): void {
    this.#isScheduled = false;
    while (!this.#isDeleted && this.depth > 0) {
      const receiver = this.#nextReceiver();
      const message = receiver && (this.#requeued.shift() ?? this.#ready.shift());
      if (!message) return;
      receiver.receive(message);
    }
  }

  /** The receiver that has waited longest of those with capacity. */
  #nextReceiver(): Receiver | undefined {
    const index = this.#receivers.findIndex(({ hasCapacity }) => hasCapacity);
    if (index < 0) return undefined;
    const [receiver] = this.#receivers.splice(index, 1);
    if (receiver) this.#receivers.push(receiver);
    return receiver;
  }
}
