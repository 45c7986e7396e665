import { openBlobs } from '@medley/blobs';
import { openBroker } from '@medley/broker';
import { runService } from '@medley/kit';
import { openStores } from '@medley/store';
import { orchestratorSchema } from './config';
import { startOrchestrator } from './start-orchestrator';
import { findOrchestratorFaults } from './find-orchestrator-faults';

runService({
  name: 'orchestrator',
  schema: orchestratorSchema,
  findFaults: findOrchestratorFaults,
  start: async (context) => {
    const stores = await openStores(context);
    const broker = await openBroker(context);
    const blobs = await openBlobs(context);
    await startOrchestrator(context, { broker, stores, blobs });
  },
});
