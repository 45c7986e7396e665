export type {
  Broker,
  Consumer,
  DeadLetter,
  MessageInfo,
  MessageHandler,
  MessageHandlers,
  PublishOutcome,
  QueueName,
  SignalEvent,
  SignalListener,
} from './broker';
export { createMemoryBroker } from './create-memory-broker';
export type { MemoryBrokerOptions } from './create-memory-broker';
export { connectAmqpBroker } from './connect-amqp-broker';
export type { AmqpBrokerOptions } from './connect-amqp-broker';
export { openBroker } from './open-broker';
