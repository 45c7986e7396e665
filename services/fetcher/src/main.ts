import { openBlobStore } from '@medley/blobs';
import { connectAmqpBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { createOutbound } from '@medley/outbound';
import { fetcherSchema } from './config';
import { startFetcher } from './start-fetcher';

void runService({
  name: 'fetcher',
  schema: fetcherSchema,
  start: async (context) => {
    const { config, logger, lifecycle, health } = context;
    const broker = await connectAmqpBroker({ url: config.AMQP_URL, logger, name: context.instance });
    lifecycle.onStop('broker', () => broker.close());
    health.register('broker', () => broker.trouble());

    const blobs = await openBlobStore(config, logger);
    health.register('blobs', () => blobs.trouble());

    await startFetcher(context, {
      broker,
      blobs,
      outbound: createOutbound({ allow: config.OUTBOUND_ALLOW }),
    });
  },
});
