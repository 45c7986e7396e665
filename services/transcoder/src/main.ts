import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { transcoderSchema } from './config';
import { startTranscoder } from './start-transcoder';

runService({
  name: 'transcoder',
  schema: transcoderSchema,
  start: async (context) => {
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    await startTranscoder(context, { broker, blobs });
  },
});
