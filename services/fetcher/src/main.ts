import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { createOutbound, ownEndpoints } from '@medley/outbound';
import { fetcherSchema } from './config';
import { startFetcher } from './start-fetcher';

runService({
  name: 'fetcher',
  schema: fetcherSchema,
  start: async (context) => {
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    const outbound = createOutbound({
      allow: context.config.OUTBOUND_ALLOW,
      own: ownEndpoints(context.config),
    });
    await startFetcher(context, { broker, blobs, outbound });
  },
});
