import type { Channel } from 'amqplib';
import type { Logger } from '@medley/kit';
import type { AmqpLink } from './amqp-link';
import type { AmqpNames } from './amqp-names';
import type { SignalEvent } from './broker';
import { ChannelKeeper } from './channel-keeper';
import type { TopologyAccess } from './declare-topology';

interface AmqpSignallerOptions {
  link: AmqpLink;
  names: AmqpNames;
  access: TopologyAccess;
  logger: Logger;
}

/** Publishes signals; they are lost without a connection, during an alarm or with a full buffer. */
export class AmqpSignaller {
  readonly #link: AmqpLink;
  readonly #names: AmqpNames;
  readonly #access: TopologyAccess;
  readonly #keeper: ChannelKeeper;
  #full = false;

  constructor({ link, names, access, logger }: AmqpSignallerOptions) {
    this.#link = link;
    this.#names = names;
    this.#access = access;
    this.#keeper = new ChannelKeeper({
      link,
      open: () => link.openChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger,
    });
  }

  publish(event: SignalEvent): void {
    const channel = this.#keeper.current;
    if (!channel || this.#full || this.#link.isBlocked) return;
    const { name, topic, body } = event;
    const content = Buffer.from(JSON.stringify(body));
    try {
      const options = { type: name, contentType: 'application/json', persistent: false };
      this.#full = !channel.publish(this.#names.signals, topic, content, options);
    } catch {
      // The channel has closed meanwhile.
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
    await this.#access.signals(channel);
  }
}
