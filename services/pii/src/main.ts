import { openBlobStore } from '@medley/blobs';
import { connectAmqpBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { piiSchema } from './config';
import { startPii } from './start-pii';

void runService({
  name: 'pii',
  schema: piiSchema,
  start: async (context) => {
    const { config, logger, lifecycle, health } = context;
    const broker = await connectAmqpBroker({
      url: config.AMQP_URL,
      prefix: config.AMQP_PREFIX,
      logger,
      name: context.instance,
    });
    lifecycle.onStop('broker', () => broker.close());
    const blobs = await openBlobStore(config, logger);
    health.register('broker', () => broker.trouble());
    health.register('blobs', () => blobs.trouble());
    await startPii(context, { broker, blobs });
  },
});
