import { openBlobStore } from '@medley/blobs';
import { connectAmqpBroker } from '@medley/broker';
import {
  blobSettings,
  brokerSettings,
  deriveKey,
  outboundSettings,
  runService,
  storeSettings,
  type BlobSettings,
  type BrokerSettings,
  type OutboundSettings,
  type StoreSettings,
} from '@medley/kit';
import { createOutbound } from '@medley/outbound';
import { connectStores } from '@medley/store';
import { createTaskView } from '@medley/task-view';
import { gatewaySchema, startGateway, type GatewaySettings } from './index';
import { publicUrlOf } from './settings/public-url';

type Settings = GatewaySettings & BrokerSettings & StoreSettings & BlobSettings & OutboundSettings;

void runService<Settings>({
  name: 'gateway',
  schema: gatewaySchema.append<Settings>({
    ...brokerSettings,
    ...storeSettings,
    ...blobSettings,
    ...outboundSettings,
  }),
  async start(context) {
    const { config, lifecycle, logger, instance } = context;
    const blobs = await openBlobStore(config, logger);
    const stores = await connectStores({ url: config.MONGO_URL, logger, masterKey: config.MASTER_KEY });
    lifecycle.onStop('stores', () => stores.close());
    const broker = await connectAmqpBroker({
      url: config.AMQP_URL,
      prefix: config.AMQP_PREFIX,
      logger,
      name: instance,
    });
    lifecycle.onStop('broker', () => broker.close());
    const linkKey = deriveKey(config.MASTER_KEY, 'file-links');
    const taskView = createTaskView({ blobs, publicUrl: publicUrlOf(config), linkKey });
    const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
    await startGateway(context, { broker, stores, blobs, outbound, taskView });
  },
});
