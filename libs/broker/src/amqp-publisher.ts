import type { ConfirmChannel, Message, Options } from 'amqplib';
import { runInBackground, type Logger } from '@medley/kit';
import type { AmqpConnection } from './amqp-connection';
import type { AmqpNames } from './amqp-names';
import type { AmqpTopology } from './amqp-topology';
import type { PublishOutcome, QueueName } from './broker';
import { ChannelSupervisor } from './channel-supervisor';
import type { WireMessage } from './codec';
import { DeadlineClock } from './deadline-clock';
import { Semaphore } from './semaphore';

const CONFIRM_MS = 5_000;
const UNCONFIRMED_MAX = 1_000;

export interface AmqpPublisherOptions {
  connection: AmqpConnection;
  names: AmqpNames;
  topology: AmqpTopology;
  logger: Logger;
}

/** Publishes with confirms. Its connection does not consume: a resource alarm blocks the whole connection. */
export class AmqpPublisher {
  readonly #dependencies: AmqpPublisherOptions;
  readonly #supervisor: ChannelSupervisor<ConfirmChannel>;
  readonly #semaphore = new Semaphore(UNCONFIRMED_MAX);
  readonly #deadlines = new DeadlineClock(CONFIRM_MS);
  /** Returned messages by message id; RabbitMQ sends `basic.return` before the confirm of the same message. */
  readonly #returned = new Map<string, number>();
  /** Channels in a row that were replaced because no confirm came. */
  #silentChannels = 0;

  constructor(dependencies: AmqpPublisherOptions) {
    this.#dependencies = dependencies;
    this.#supervisor = new ChannelSupervisor({
      connection: dependencies.connection,
      open: () => dependencies.connection.openConfirmChannel(),
      setUp: (channel) => this.#setUp(channel),
      logger: dependencies.logger,
    });
  }

  /** Null when publishing works, else the reason. */
  get unavailableReason(): string | null {
    const { connection, topology } = this.#dependencies;
    if (connection.unavailableReason !== null) return connection.unavailableReason;
    if (!this.#supervisor.current) return 'the publishing channel is being opened';
    return topology.refusalReason;
  }

  waitReady(ms: number): Promise<void> {
    return this.#supervisor.waitReady(ms);
  }

  async publish(queue: QueueName, message: WireMessage): Promise<PublishOutcome> {
    const startedAt = performance.now();
    if (!this.#supervisor.current || this.#dependencies.connection.isBlocked) return 'unknown';
    const permit = this.#semaphore.acquire(CONFIRM_MS);
    if (permit !== true && !(await permit)) return 'unknown';
    const outcome = await this.#send(queue, message, startedAt);
    this.#semaphore.release();
    if (outcome === 'unroutable') this.#dependencies.topology.declareSoon();
    return outcome;
  }

  close(): Promise<void> {
    this.#deadlines.close();
    return this.#supervisor.close();
  }

  async #setUp(channel: ConfirmChannel): Promise<void> {
    this.#returned.clear();
    channel.on('return', ({ properties }: Message) => this.#countReturned(String(properties.messageId), 1));
    await this.#dependencies.topology.declare();
  }

  #send(queue: QueueName, message: WireMessage, startedAt: number): Promise<PublishOutcome> {
    const channel = this.#supervisor.current;
    if (!channel) return Promise.resolve('unknown');
    return new Promise((resolve) => {
      const stop = this.#deadlines.start(() => {
        resolve('unknown');
        runInBackground(this.#replace(channel), this.#dependencies.logger, 'close channel');
      }, startedAt);
      const settle = (outcome: PublishOutcome): void => {
        stop();
        resolve(outcome);
      };
      const { messageId } = message;
      const content = Buffer.from(message.json);
      try {
        channel.publish(this.#dependencies.names.work, queue, content, propertiesOf(message), (refused) => {
          const returned = this.#returned.has(messageId);
          if (returned) this.#countReturned(messageId, -1);
          this.#silentChannels = 0;
          settle(refused ? 'unknown' : returned ? 'unroutable' : 'confirmed');
        });
      } catch {
        settle('unknown'); // The channel closed during the call.
      }
    });
  }

  #countReturned(messageId: string, by: 1 | -1): void {
    const count = (this.#returned.get(messageId) ?? 0) + by;
    if (count > 0) this.#returned.set(messageId, count);
    else this.#returned.delete(messageId);
  }

  /**
   * Replaces a channel that does not confirm. The connection too when RabbitMQ does not even close the channel, and when
   * a second channel gets no confirm while the cluster has other nodes: this one may be cut off from them.
   */
  async #replace(channel: ConfirmChannel): Promise<void> {
    const { connection, logger } = this.#dependencies;
    if (this.#supervisor.current !== channel || connection.isBlocked) return;
    logger.warn('no publisher confirm in time', { ms: CONFIRM_MS });
    this.#silentChannels += 1;
    const isCutOff = this.#silentChannels > 1 && connection.hasOtherNodes;
    if (!(await this.#supervisor.replace(channel, CONFIRM_MS)) || isCutOff) connection.drop('no confirms');
  }
}

function propertiesOf(message: WireMessage): Options.Publish {
  const { name, version, messageId, items, rejected, repeated } = message;
  return {
    persistent: true,
    mandatory: true,
    contentType: 'application/json',
    type: name,
    messageId,
    headers: {
      version,
      ...(items && { items }),
      ...(rejected && { rejected }),
      ...(repeated && { repeated }),
    },
  };
}
