import { describeBroker } from './broker-conformance';
import { openAmqpLab } from './broker-lab';
import { amqpUrl, describeWithAmqp } from './describe-with-amqp';
import { describeLedger } from './ledger-conformance';
import { describeSignals } from './signal-conformance';

describeWithAmqp('RabbitMQ', () => {
  describeBroker('as a broker', () => openAmqpLab(amqpUrl));
  describeLedger('as a ledger', () => openAmqpLab(amqpUrl));
  describeSignals('as a carrier of signals', () => openAmqpLab(amqpUrl));
});
