import { openBlobStore } from '@medley/blobs';
import { connectAmqpBroker } from '@medley/broker';
import {
  blobSettings,
  brokerSettings,
  processSettings,
  runService,
  type BlobSettings,
  type BrokerSettings,
  type ProcessSettings,
} from '@medley/kit';
import { startStepWorker } from '@medley/step-worker';
import Joi from 'joi';

type Settings = ProcessSettings & BrokerSettings & BlobSettings;

/** A worker whose steps do nothing. Sends its parent the time from the end of a step to the next start, in ms. */
runService<Settings>({
  name: 'noop-worker',
  schema: Joi.object<Settings>({ ...processSettings, ...brokerSettings, ...blobSettings }),
  start: async (context) => {
    const { config, logger, lifecycle } = context;
    const { AMQP_URL: url, AMQP_PREFIX: prefix } = config;
    const broker = await connectAmqpBroker({ url, prefix, logger, name: context.instance });
    lifecycle.onStop('broker', () => broker.close());
    const blobs = await openBlobStore(config, logger);
    const endedAt = new Map<string, number>();
    await startStepWorker(
      {
        kind: 'depersonalize',
        concurrency: 64,
        timeLimitMs: 60_000,
        workDir: `${config.DATA_DIR}/work`,
        announce: () => ({ ready: true, reason: null, engines: [], default_engine: null }),
        handler: (_inputs, { taskId, stepId }) => {
          const before = endedAt.get(taskId);
          endedAt.delete(taskId);
          if (stepId === 'b' && before !== undefined) process.send?.({ hopMs: performance.now() - before });
          if (stepId === 'a') endedAt.set(taskId, performance.now());
          const output = { text: 'x', mode: 'blind' as const, entities: [] };
          return Promise.resolve({ output, usage: { characters: 1 } });
        },
      },
      { broker, blobs },
      context,
    );
  },
});
