export {
  type AmqpHarness,
  type AmqpHarnessOptions,
  type BrokerHarness,
  logger,
  startAmqpBrokerHarness,
  startMemoryBrokerHarness,
} from './broker-harness';
export {
  type ComposeBroker,
  composeDefinitions,
  describeWithServer,
  serviceNames,
  startComposeBroker,
} from './compose-broker';
export { amqpUrl, describeWithAmqp } from './describe-with-amqp';
export { type PrivateCluster, startPrivateCluster } from './private-cluster';
export { findRabbitMqServer, type PrivateNode } from './private-node';
export { type PrivateRabbitMq, startPrivateRabbitMq } from './private-rabbitmq';
