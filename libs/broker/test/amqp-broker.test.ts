import { describeBroker } from './broker-conformance';
import { startAmqpBrokerHarness } from './broker-harness';
import { amqpUrl, describeWithAmqp } from './describe-with-amqp';
import { describeLedger } from './ledger-conformance';
import { describeSignals } from './signal-conformance';

describeWithAmqp('RabbitMQ', () => {
  describeBroker('as a broker', () => startAmqpBrokerHarness(amqpUrl));
  describeLedger('as a ledger', () => startAmqpBrokerHarness(amqpUrl));
  describeSignals('as a carrier of signals', () => startAmqpBrokerHarness(amqpUrl));
});
