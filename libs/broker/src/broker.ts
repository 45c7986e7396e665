import type { MessageBodies, MessageName, SignalBodies, SignalName, StepKind } from '@medley/contracts';

/** Durable queues by purpose; the real names carry a version (`medley.steps.fetch.v1`). */
export type QueueName = 'orchestrator' | 'webhooks' | `steps.${StepKind}`;

/**
 * The outcome of a publish. `unknown`: no confirm within 5 s or the connection was lost, so the message may or may not be
 * stored; the orchestrator repairs such cases by polling. `unroutable`: returned by the broker.
 */
export type PublishOutcome = 'confirmed' | 'unroutable' | 'unknown';

export interface PublishOptions {
  /**
   * Whether the body may share a message (an envelope) with others of its name for the same queue. The caller knows that
   * all consumers of the queue can read envelopes.
   */
  mayShare?: boolean;
}

interface MessageInfo {
  messageId: string;
  redelivered: boolean;
}

/**
 * Handles one message. Returning acks it; `'reject'` dead-letters it; throwing keeps it unacked and calls the handler
 * again with backoff (never nack with requeue) while the connection is open.
 */
export type MessageHandler<N extends MessageName> = (
  body: MessageBodies[N],
  info: MessageInfo,
) => Promise<void | 'reject'> | void | 'reject';
export type MessageHandlers = { readonly [N in MessageName]?: MessageHandler<N> };

export interface ConsumeOptions {
  /** How many bodies are handled at once, and how many messages, each with one body or more, are unacked at most. */
  prefetch: number;
}

export interface Consumer {
  /** Cancels the consumer and waits for its unacked messages. */
  stop(): Promise<void>;
}

/** A message in the dead-letter queue, as far as it could be decoded. */
export interface DeadLetter {
  /** `rejected`, `delivery_limit`, `expired` or `maxlen`. */
  reason: string;
  queue: string;
  name: string | null;
  /** The validated body; null when it is invalid. */
  body: MessageBodies[MessageName] | null;
}

/** Handles one dead letter. Returning acks it, throwing calls the handler again with backoff. */
export type DeadLetterHandler = (letter: DeadLetter) => Promise<void> | void;

export interface SignalEvent {
  name: SignalName;
  topic: string;
  body: SignalBodies[SignalName];
}

export interface ListenOptions {
  /**
   * Whether publishers learn the topics of this listener. They leave out events of tasks that nobody announced, so
   * every listener to events of tasks should; publishers that hear of no listener leave out nothing.
   */
  announcesTopics?: boolean;
  /**
   * A pattern that matches all that the listener wants: its queue is bound to this one only, and `bind` only announces a topic, since
   * binding and unbinding one costs RabbitMQ more than an event. The listener may receive events that it has not announced.
   */
  boundTo?: string;
}

/** An exclusive, lossy subscription to the topics it is bound to (patterns with `*` and `#`). */
export interface SignalListener {
  bind(topic: string): Promise<void>;
  unbind(topic: string): Promise<void>;
  close(): Promise<void>;
}

export interface Broker {
  /** Publishes durably with confirm and `mandatory`; never throws because of a lost connection. */
  publish<N extends MessageName>(
    name: N,
    body: MessageBodies[N],
    options?: PublishOptions,
  ): Promise<PublishOutcome>;
  /** Consumes a queue until stopped, across reconnects. Invalid messages and those without a handler are dead-lettered. */
  consume(queue: QueueName, handlers: MessageHandlers, options: ConsumeOptions): Promise<Consumer>;
  /** Consumes the dead-letter queue with a prefetch of one. */
  consumeDeadLetters(handler: DeadLetterHandler): Promise<Consumer>;
  /** Publishes to the current listeners, without confirm: lossy. */
  signal<N extends SignalName>(name: N, topic: string, body: SignalBodies[N]): void;
  listen(handler: (event: SignalEvent) => void, options?: ListenOptions): Promise<SignalListener>;
  /** Messages ready (not unacked) in a queue; null when unknown. */
  depth(queue: QueueName): Promise<number | null>;
  /** Null when publishing works, else the reason (no connection, blocked by an alarm, topology refused). */
  checkHealth(): string | null;
  close(): Promise<void>;
}
