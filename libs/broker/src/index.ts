export type {
  Broker,
  Consumer,
  DeadLetter,
  MessageFacts,
  MessageHandler,
  MessageHandlers,
  PublishOutcome,
  QueueName,
  SignalEvent,
  SignalListener,
} from './broker';
