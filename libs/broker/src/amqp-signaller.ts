import type { Channel } from 'amqplib';
import type { Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { AmqpNames } from './amqp-names';
import type { SignalEvent } from './broker';
import { ChannelKeeper } from './channel-keeper';

/** Tells signals: lossy, so whatever is in the way (no link, an alarm, a full buffer) costs the signal. */
export class AmqpSignaller {
  readonly #link: AmqpLink;
  readonly #names: AmqpNames;
  readonly #keeper: ChannelKeeper;
  #full = false;

  constructor(link: AmqpLink, names: AmqpNames, logger: Logger) {
    this.#link = link;
    this.#names = names;
    this.#keeper = new ChannelKeeper({
      link,
      open: () => link.openChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger,
    });
  }

  tell(event: SignalEvent): void {
    const channel = this.#keeper.current;
    if (!channel || this.#full || this.#link.isBlocked) return;
    const { name, topic, body } = event;
    const content = Buffer.from(JSON.stringify(body));
    try {
      const options = { type: name, contentType: 'application/json', persistent: false };
      this.#full = !channel.publish(this.#names.signals, topic, content, options);
    } catch {
      // The channel closed under our hands.
    }
  }

  waitReady(ms: number): Promise<void> {
    return this.#keeper.waitReady(ms);
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    this.#full = false;
    channel.on('drain', () => (this.#full = false));
    await channel.assertExchange(this.#names.signals, 'topic', { durable: true });
  }
}
