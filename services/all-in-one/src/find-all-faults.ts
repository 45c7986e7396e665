import { fetcherSchema } from '@medley/fetcher';
import { findGatewayFaults, gatewaySchema } from '@medley/gateway';
import { collectFaults, schemaCheck, type Environment } from '@medley/kit';
import { findLlmFaults, llmSchema } from '@medley/llm';
import { findOrchestratorFaults, orchestratorSchema } from '@medley/orchestrator';
import { piiSchema } from '@medley/pii';
import { transcoderSchema } from '@medley/transcoder';
import { findTranscriberFaults, transcriberSchema } from '@medley/transcriber';
import { webhookDispatcherSchema } from '@medley/webhook-dispatcher';

/** Settings that services require and `npm start` has without them. */
const embedded: Environment = {
  AMQP_URL: 'amqp://embedded',
  MONGO_URL: 'mongodb://embedded',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
};

/** Faults of the settings of all services, and of the files that they name. */
export async function findAllFaults(env: Environment): Promise<string[]> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const settings = { ...embedded, ...set };
  const faults = await Promise.all([
    collectFaults([
      schemaCheck(gatewaySchema, settings),
      schemaCheck(orchestratorSchema, settings),
      schemaCheck(webhookDispatcherSchema, settings),
      schemaCheck(fetcherSchema, settings),
      schemaCheck(transcoderSchema, settings),
      schemaCheck(transcriberSchema, settings),
      schemaCheck(llmSchema, settings),
      schemaCheck(piiSchema, settings),
    ]),
    findGatewayFaults(settings),
    findOrchestratorFaults(settings),
    findTranscriberFaults(settings),
    findLlmFaults(settings),
  ]);
  return [...new Set(faults.flat())];
}
