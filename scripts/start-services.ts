import {
  createLogger,
  deriveKey,
  loadConfig,
  outboundSettings,
  type OutboundSettings,
  type ServiceContext,
} from '@medley/kit';
import { fetcherSchema, startFetcher } from '@medley/fetcher';
import { gatewaySchema, publicUrlOf, startGateway, warnOfOpenLoopback } from '@medley/gateway';
import { llmSchema, startLlm } from '@medley/llm';
import { orchestratorSchema, startOrchestrator } from '@medley/orchestrator';
import { createOutbound, ownEndpoints } from '@medley/outbound';
import { piiSchema, startPii } from '@medley/pii';
import { createTaskView } from '@medley/task-view';
import { startTranscoder, transcoderSchema } from '@medley/transcoder';
import { startTranscriber, transcriberSchema } from '@medley/transcriber';
import { startWebhookDispatcher, webhookDispatcherSchema } from '@medley/webhook-dispatcher';
import Joi from 'joi';
import type { Ground } from './prepare-ground';
import type { StartSettings } from './start-config';

/** Start every service on the same ground; the gateway last, when there is somebody to do the work. */
export async function startServices(
  context: ServiceContext<StartSettings>,
  ground: Ground,
): Promise<{ url: string }> {
  const { broker, stores, blobs, env } = ground;
  const of = <C>(name: string, schema: Joi.ObjectSchema<C>): ServiceContext<C> => ({
    ...context,
    name,
    config: loadConfig(schema, env),
    logger: createLogger(name, context.config),
  });
  const gateway = of('gateway', gatewaySchema);
  const { OUTBOUND_ALLOW: allow } = loadConfig(Joi.object<OutboundSettings>(outboundSettings), env);
  const { AMQP_URL } = context.config; // not that of `env`, which stands for the embedded broker
  const own = ownEndpoints({ ...context.config, ...gateway.config, AMQP_URL, MONGO_URL: env['MONGO_URL'] });
  const outbound = createOutbound({ allow, own });
  warnOfOpenLoopback(gateway, allow);
  const linkKey = deriveKey(gateway.config.MASTER_KEY, 'file-links');
  const taskView = createTaskView({ blobs, publicUrl: publicUrlOf(gateway.config), linkKey });

  await startOrchestrator(of('orchestrator', orchestratorSchema), { broker, stores, blobs });
  await startWebhookDispatcher(of('webhook-dispatcher', webhookDispatcherSchema), {
    broker,
    stores,
    blobs,
    outbound,
    taskView,
  });
  await startFetcher(of('fetcher', fetcherSchema), { broker, blobs, outbound });
  await startTranscoder(of('transcoder', transcoderSchema), { broker, blobs });
  await startTranscriber(of('transcriber', transcriberSchema), { broker, blobs });
  await startLlm(of('llm', llmSchema), { broker, blobs });
  await startPii(of('pii', piiSchema), { broker, blobs });
  const { port } = await startGateway(gateway, { broker, stores, blobs, outbound, taskView });
  own.push({ host: gateway.config.HOST, port }); // PORT may be 0, which takes any free one
  return { url: `http://${gateway.config.HOST}:${port}` };
}
