import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { createOutbound, ownEndpoints } from '@medley/outbound';
import { openStores } from '@medley/store';
import { createTaskView } from '@medley/task-view';
import { webhookDispatcherSchema } from './config';
import { startWebhookDispatcher } from './start-webhook-dispatcher';

runService({
  name: 'webhook-dispatcher',
  schema: webhookDispatcherSchema,
  start: async (context) => {
    const { PUBLIC_URL: publicUrl, OUTBOUND_ALLOW: allow } = context.config;
    const stores = await openStores(context);
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    const outbound = createOutbound({ allow, own: ownEndpoints(context.config) });
    const taskView = createTaskView({ blobs, publicUrl, keyring: stores.keyring });
    await startWebhookDispatcher(context, { broker, stores, blobs, outbound, taskView });
  },
});
