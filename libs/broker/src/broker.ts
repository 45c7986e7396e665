import type { MessageBodies, MessageName, SignalBodies, SignalName, StepKind } from '@medley/contracts';

/** Durable queues by purpose; the real names carry a version (`medley.steps.fetch.v1`). */
export type QueueName = 'orchestrator' | 'webhooks' | `steps.${StepKind}`;

/**
 * The outcome of a publish. `unknown`: no confirm within 5 s or the connection was lost, so the message may or may not be
 * stored; the orchestrator repairs such cases by polling. `unroutable`: returned by the broker.
 */
export type PublishOutcome = 'confirmed' | 'unroutable' | 'unknown';

export interface MessageInfo {
  messageId: string;
  redelivered: boolean;
}

/**
 * Handles one message. Returning acks it; `'reject'` dead-letters it; throwing keeps it unacked and calls the handler
 * again with backoff (never nack with requeue) while the connection lives.
 */
export type MessageHandler<N extends MessageName> = (
  body: MessageBodies[N],
  facts: MessageInfo,
) => Promise<void | 'reject'>;
export type MessageHandlers = { readonly [N in MessageName]?: MessageHandler<N> };

export interface Consumer {
  /** Take no more messages and wait for the unacked ones. */
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

export interface SignalEvent {
  name: SignalName;
  topic: string;
  body: SignalBodies[SignalName];
}

/** An exclusive, lossy subscription to the topics it is bound to (patterns with `*` and `#`). */
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
  /** Publish to current listeners; lossy, fire and forget. */
  signal<N extends SignalName>(name: N, topic: string, body: SignalBodies[N]): void;
  listen(handler: (event: SignalEvent) => void): Promise<SignalListener>;
  /** Messages ready (not unacked) in a queue; null when unknown. */
  depth(queue: QueueName): Promise<number | null>;
  /** Null when publishing works, else the reason (no connection, blocked by an alarm, topology refused). */
  trouble(): string | null;
  close(): Promise<void>;
}
