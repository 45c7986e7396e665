import type { Channel } from 'amqplib';
import type { Logger } from '@medley/kit';
import type { AmqpConnection } from './amqp-connection';
import type { AmqpNames } from './amqp-names';
import type { SignalEvent } from './broker';
import { ChannelSupervisor } from './channel-supervisor';
import type { TopologyDeclarer } from './topology-declarer';

interface AmqpSignalPublisherOptions {
  connection: AmqpConnection;
  names: AmqpNames;
  declarer: TopologyDeclarer;
  logger: Logger;
}

/** Publishes signals without confirms. They are lost without a connection, during a resource alarm and while the buffer is full. */
export class AmqpSignalPublisher {
  readonly #connection: AmqpConnection;
  readonly #names: AmqpNames;
  readonly #declarer: TopologyDeclarer;
  readonly #supervisor: ChannelSupervisor;
  #full = false;

  constructor({ connection, names, declarer, logger }: AmqpSignalPublisherOptions) {
    this.#connection = connection;
    this.#names = names;
    this.#declarer = declarer;
    this.#supervisor = new ChannelSupervisor({
      connection,
      open: () => connection.openChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger,
    });
  }

  publish(event: SignalEvent): void {
    const channel = this.#supervisor.current;
    if (!channel || this.#full || this.#connection.isBlocked) return;
    const { name, topic, body } = event;
    const content = Buffer.from(JSON.stringify(body));
    try {
      const options = { type: name, contentType: 'application/json', persistent: false };
      this.#full = !channel.publish(this.#names.signals, topic, content, options);
    } catch {
      // The channel closed during the call.
    }
  }

  waitReady(ms: number): Promise<void> {
    return this.#supervisor.waitReady(ms);
  }

  close(): Promise<void> {
    return this.#supervisor.close();
  }

  async #setUp(channel: Channel): Promise<void> {
    this.#full = false;
    channel.on('drain', () => (this.#full = false));
    await this.#declarer.signals(channel);
  }
}
