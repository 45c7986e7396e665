import type { MessageBodies, MessageName, SignalBodies, SignalName, StepKind } from '@medley/contracts';

/** Durable queues by purpose; the real names carry a version (`medley.steps.fetch.v1`). */
export type QueueName = 'orchestrator' | 'webhooks' | `steps.${StepKind}`;

/**
 * What became of a publish. `unknown`: no confirm came within 5 s or the link broke; the message may or may not be
 * stored, so do nothing and let the orchestrator's clock repair it. `unroutable`: returned by the broker.
 */
export type PublishOutcome = 'confirmed' | 'unroutable' | 'unknown';

export interface MessageFacts {
  messageId: string;
  redelivered: boolean;
}

/**
 * Handle one message. Returning acks it; `'reject'` dead-letters it; throwing keeps it held and calls the handler
 * again after a growing pause (never nack-requeue), as long as the link lives.
 */
export type MessageHandler<N extends MessageName> = (
  body: MessageBodies[N],
  facts: MessageFacts,
) => Promise<void | 'reject'>;
export type MessageHandlers = { readonly [N in MessageName]?: MessageHandler<N> };

export interface Consumer {
  /** Take no more messages, wait for those in hand. */
  stop(): Promise<void>;
}

/** A message that ended in the dead-letter queue, as far as it could be understood. */
export interface DeadLetter {
  /** `rejected`, `delivery_limit`, `expired` or `maxlen`. */
  reason: string;
  queue: string;
  name: string | null;
  /** The checked body; null when it was never valid. */
  body: MessageBodies[MessageName] | null;
}

export interface SignalEvent {
  name: SignalName;
  topic: string;
  body: SignalBodies[SignalName];
}

/** An exclusive, lossy ear: hears the topics it is bound to (patterns with `*` and `#` allowed). */
export interface SignalListener {
  bind(topic: string): Promise<void>;
  unbind(topic: string): Promise<void>;
  close(): Promise<void>;
}

export interface Broker {
  /** Publish durably with confirm and `mandatory`; never throws for a broken link. */
  publish<N extends MessageName>(name: N, body: MessageBodies[N]): Promise<PublishOutcome>;
  /** Consume a queue until stopped, across reconnects. Messages of no handler, or invalid ones, are dead-lettered. */
  consume(queue: QueueName, handlers: MessageHandlers, options: { prefetch: number }): Promise<Consumer>;
  /** Consume the dead-letter queue, one at a time. */
  consumeDeadLetters(handler: (letter: DeadLetter) => Promise<void>): Promise<Consumer>;
  /** Tell whoever listens; lossy, fire and forget. */
  signal<N extends SignalName>(name: N, topic: string, body: SignalBodies[N]): void;
  listen(handler: (event: SignalEvent) => void): Promise<SignalListener>;
  /** Messages ready (not in hand) in a queue; null when unknown. */
  depth(queue: QueueName): Promise<number | null>;
  /** Null when publishing works now, else why not (no connection, blocked by an alarm, topology refused). */
  trouble(): string | null;
  close(): Promise<void>;
}
