import type { Channel } from 'amqplib';
import type { AmqpLink } from './amqp-link';
import { withTimeout } from './with-timeout';

const ANSWER_MS = 2_000;

/** Asks how many messages are ready in a queue. Asking for a missing one closes the channel: each has its own. */
export class AmqpDepth {
  readonly #link: AmqpLink;
  readonly #channels = new Map<string, Promise<Channel>>();
  readonly #asked = new Map<string, Promise<number | null>>();

  constructor(link: AmqpLink) {
    this.#link = link;
  }

  /** Null when there is no such queue or no answer. Who asks while the same question is open shares its answer. */
  of(queue: string): Promise<number | null> {
    const open = this.#asked.get(queue);
    if (open) return open;
    const answer = withTimeout(ANSWER_MS, this.#ask(queue))
      .then((depth) => depth ?? null)
      .finally(() => this.#asked.delete(queue));
    this.#asked.set(queue, answer);
    return answer;
  }

  async #ask(queue: string): Promise<number | null> {
    if (!this.#link.isUp) return null;
    const opening = this.#channels.get(queue) ?? this.#open(queue);
    return (await (await opening).checkQueue(queue)).messageCount;
  }

  #open(queue: string): Promise<Channel> {
    const forget = (): boolean => this.#channels.delete(queue);
    const opening = this.#link.openChannel();
    this.#channels.set(queue, opening);
    opening.then((channel) => channel.once('close', forget), forget);
    return opening;
  }
}
