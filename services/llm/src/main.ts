import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { llmSchema } from './config';
import { startLlm } from './start-llm';

runService({
  name: 'llm',
  schema: llmSchema,
  start: async (context) => {
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    await startLlm(context, { broker, blobs });
  },
});
