import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { piiSchema } from './config';
import { startPii } from './start-pii';

runService({
  name: 'pii',
  schema: piiSchema,
  start: async (context) => {
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    await startPii(context, { broker, blobs });
  },
});
