import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { transcriberSchema } from './config';
import { startTranscriber } from './start-transcriber';
import { findTranscriberFaults } from './find-transcriber-faults';

runService({
  name: 'transcriber',
  schema: transcriberSchema,
  findFaults: findTranscriberFaults,
  start: async (context) => {
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    await startTranscriber(context, { broker, blobs });
  },
});
