import type { BrokerSettings, ServiceContext } from '@medley/kit';
import type { Broker } from './broker';
import { connectAmqpBroker } from './connect-amqp-broker';
import { reportProcess } from './report-process';

/** Connects a service to RabbitMQ from its settings; registers health check, metrics, stop and the reports of the process. */
export async function openBroker(context: ServiceContext<BrokerSettings>): Promise<Broker> {
  const { config, logger, lifecycle, health, instance: name, metrics } = context;
  const broker = await connectAmqpBroker({
    url: config.AMQP_URL,
    prefix: config.AMQP_PREFIX,
    declare: config.AMQP_DECLARE,
    logger,
    name,
    metrics,
  });
  lifecycle.onStop('broker', () => broker.close());
  health.register('broker', () => broker.checkHealth());
  reportProcess(broker, context);
  return broker;
}
