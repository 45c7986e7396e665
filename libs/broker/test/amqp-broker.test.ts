import { describeBroker } from './broker-conformance';
import { amqpUrl, describeWithAmqp, startAmqpBrokerHarness } from '@medley/testing/broker';
import { describeDeliveries } from './delivery-conformance';
import { describeEnvelopes } from './envelope-conformance';
import { describeSignals } from './signal-conformance';

describeWithAmqp('RabbitMQ', () => {
  describeBroker('as a broker', () => startAmqpBrokerHarness(amqpUrl));
  describeDeliveries('deliveries of RabbitMQ', () => startAmqpBrokerHarness(amqpUrl));
  describeEnvelopes('envelopes of RabbitMQ', () => startAmqpBrokerHarness(amqpUrl));
  describeSignals('signals of RabbitMQ', () => startAmqpBrokerHarness(amqpUrl));
});
