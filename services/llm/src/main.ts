import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { llmSchema } from './config';
import { startLlm } from './start-llm';
import { findLlmFaults } from './find-llm-faults';

runService({
  name: 'llm',
  schema: llmSchema,
  findFaults: findLlmFaults,
  start: async (context) => {
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    await startLlm(context, { broker, blobs });
  },
});
