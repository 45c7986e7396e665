import type { QueueName } from './broker';
import type { WireMessage } from './codec';
import { MemoryQueue, type MemoryMessage } from './memory-queue';
import { deliveryLimitOf, queueNames } from './topology';

export const DEAD_QUEUE = 'dead';

type MemoryQueueName = QueueName | typeof DEAD_QUEUE;

/** The queues of the in-memory broker, with RabbitMQ's semantics between publisher and consumer. */
export class MemoryQueues {
  readonly #queues = new Map<MemoryQueueName, MemoryQueue>();

  constructor() {
    this.declare();
  }

  declare(): void {
    for (const name of [...queueNames, DEAD_QUEUE] as const) this.open(name);
  }

  /** The queue, declared if it does not exist. */
  open(name: MemoryQueueName): MemoryQueue {
    const known = this.#queues.get(name);
    if (known) return known;
    const queue = new MemoryQueue();
    this.#queues.set(name, queue);
    return queue;
  }

  /** False: the queue does not exist. */
  publish(name: QueueName, { json, ...message }: WireMessage): boolean {
    const queue = this.#queues.get(name);
    queue?.push({ ...message, content: json, redelivered: false, returns: 0 });
    return queue !== undefined;
  }

  /** A message of another program. */
  inject(
    name: MemoryQueueName,
    message: Pick<MemoryMessage, 'name' | 'version' | 'content' | 'items'>,
  ): void {
    this.open(name).push({ ...message, messageId: '', redelivered: false, returns: 0 });
  }

  deadLetter(message: MemoryMessage, reason: string, queue: string): void {
    this.open(DEAD_QUEUE).push({ ...message, redelivered: false, returns: 0, death: { reason, queue } });
  }

  /** Requeues a message to the queue it came from, or dead-letters it beyond the delivery limit. */
  requeue(name: MemoryQueueName, queue: MemoryQueue, message: MemoryMessage): void {
    const isOver = name !== DEAD_QUEUE && message.returns >= deliveryLimitOf(name);
    if (isOver) this.deadLetter(message, 'delivery_limit', name);
    else queue.requeue(message);
  }

  delete(name: QueueName): void {
    this.#queues.get(name)?.delete();
    this.#queues.delete(name);
  }

  depth(name: QueueName): number | null {
    return this.#queues.get(name)?.depth ?? null;
  }
}
