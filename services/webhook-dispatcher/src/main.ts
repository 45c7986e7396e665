import { openBlobStore } from '@medley/blobs';
import { connectAmqpBroker } from '@medley/broker';
import { deriveKey, runService } from '@medley/kit';
import { createOutbound } from '@medley/outbound';
import { connectStores } from '@medley/store';
import { createTaskView } from '@medley/task-view';
import { webhookDispatcherSchema } from './config';
import { startWebhookDispatcher } from './start-webhook-dispatcher';

void runService({
  name: 'webhook-dispatcher',
  schema: webhookDispatcherSchema,
  start: async (context) => {
    const { config, logger, lifecycle, health } = context;
    const { MASTER_KEY: masterKey, PUBLIC_URL: publicUrl } = config;
    const stores = await connectStores({ url: config.MONGO_URL, logger, masterKey });
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
    const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
    const taskView = createTaskView({ blobs, publicUrl, linkKey: deriveKey(masterKey, 'file-links') });
    await startWebhookDispatcher(context, { broker, stores, blobs, outbound, taskView });
  },
});
