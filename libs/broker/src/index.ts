export { amqpNames } from './amqp-names';
export type {
  Broker,
  Consumer,
  DeadLetter,
  MessageHandlers,
  PublishOutcome,
  QueueName,
  SignalEvent,
  SignalListener,
} from './broker';
export { createMemoryBroker } from './create-memory-broker';
export { MemoryQueues } from './memory-queues';
export { connectAmqpBroker } from './connect-amqp-broker';
export { openBroker } from './open-broker';
export { reportProcess } from './report-process';
export { showQueueDepths } from './show-queue-depths';
export { watchWorkers } from './watch-workers';
export { deliveryLimitOf, queueNames, queueOf } from './topology';
