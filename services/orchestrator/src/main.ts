import { openBlobStore } from '@medley/blobs';
import { connectAmqpBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { connectStores } from '@medley/store';
import { orchestratorSchema } from './config';
import { startOrchestrator } from './start-orchestrator';

void runService({
  name: 'orchestrator',
  schema: orchestratorSchema,
  start: async (context) => {
    const { config, logger, lifecycle, health } = context;
    const stores = await connectStores({ url: config.MONGO_URL, logger, masterKey: config.MASTER_KEY });
    lifecycle.onStop('stores', () => stores.close());
    const broker = await connectAmqpBroker({
      url: config.AMQP_URL,
      prefix: config.AMQP_PREFIX,
      logger,
      name: context.instance,
    });
    lifecycle.onStop('broker', () => broker.close());
    const blobs = await openBlobStore(config, logger);
    health.register('database', () => stores.trouble());
    health.register('broker', () => broker.trouble());
    health.register('blobs', () => blobs.trouble());
    await startOrchestrator(context, { broker, stores, blobs });
  },
});
