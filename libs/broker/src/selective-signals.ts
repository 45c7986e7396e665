import type { SignalBodies } from '@medley/contracts';
import { signalTopics } from '@medley/contracts';
import { runInBackground } from '@medley/kit';
import { AmqpListener, type AmqpListenerOptions } from './amqp-listener';
import type { AmqpSignalPublisher } from './amqp-signal-publisher';
import { AnnouncedTopics } from './announced-topics';
import type { SignalEvent } from './broker';

/** Publishes signals, except those of tasks without a listener. */
export class SelectiveSignals {
  readonly #publisher: AmqpSignalPublisher;
  readonly #options: Omit<AmqpListenerOptions, 'onEvent'>;
  readonly #announced = new AnnouncedTopics();
  #listener: AmqpListener | null = null;

  constructor(publisher: AmqpSignalPublisher, options: Omit<AmqpListenerOptions, 'onEvent'>) {
    this.#publisher = publisher;
    this.#options = options;
  }

  publish(event: SignalEvent): void {
    if (event.topic.startsWith('events.')) this.#listener ??= this.#listen();
    if (this.#announced.isWanted(event)) this.#publisher.publish(event);
  }

  /** Only publishers of events need the announcements. */
  #listen(): AmqpListener {
    const listener = new AmqpListener({
      ...this.#options,
      onSubscribed: () => this.#announced.begin(),
      onLost: () => this.#announced.forget(),
      onEvent: ({ body }) => {
        const unheard = this.#announced.hear(body as SignalBodies['listener.topics']);
        for (const event of unheard) this.#publisher.publish(event);
      },
    });
    runInBackground(listener.bind(signalTopics.listenerTopics), this.#options.logger, 'listen');
    return listener;
  }
}
