import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import {
  blobSettings,
  brokerSettings,
  outboundSettings,
  runService,
  storeSettings,
  type BlobSettings,
  type BrokerSettings,
  type OutboundSettings,
  type StoreSettings,
} from '@medley/kit';
import { createOutbound, ownEndpoints } from '@medley/outbound';
import { openStores } from '@medley/store';
import { createTaskView } from '@medley/task-view';
import { gatewaySchema, startGateway, warnOfOpenLoopback, type GatewaySettings } from './index';
import { publicUrlOf } from './settings/public-url';

type Settings = GatewaySettings & BrokerSettings & StoreSettings & BlobSettings & OutboundSettings;
import { findGatewayFaults } from './settings/find-gateway-faults';

runService<Settings>({
  name: 'gateway',
  schema: gatewaySchema.append<Settings>({
    ...brokerSettings,
    ...storeSettings,
    ...blobSettings,
    ...outboundSettings,
  }),
  findFaults: findGatewayFaults,
  async start(context) {
    const { config } = context;
    const stores = await openStores(context);
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    const taskView = createTaskView({ blobs, publicUrl: publicUrlOf(config), keyring: stores.keyring });
    const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW, own: ownEndpoints(config) });
    warnOfOpenLoopback(context, config.OUTBOUND_ALLOW);
    await startGateway(context, { broker, stores, blobs, outbound, taskView });
  },
});
