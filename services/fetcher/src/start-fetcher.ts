import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import { HeaderSealer, Keyring, masterKeysOf, type ServiceContext } from '@medley/kit';
import type { Outbound } from '@medley/outbound';
import { startStepWorker } from '@medley/step-worker';
import { join, resolve } from 'node:path';
import type { FetcherSettings } from './config';
import { fetchLimits, type FetchLimits } from './fetch-limits';
import { createFetchMedia } from './fetch-media';
import { MediaDurationPool } from './measure/media-duration-pool';

export interface FetcherDependencies {
  broker: Broker;
  blobs: BlobStore;
  outbound: Outbound;
}

/** Starts the worker of `fetch` steps; it runs until the process stops. */
export async function startFetcher(
  context: ServiceContext<FetcherSettings>,
  { broker, blobs, outbound }: FetcherDependencies,
  limits: FetchLimits = fetchLimits,
): Promise<void> {
  const { CONCURRENCY, MAX_MEDIA_BYTES, DATA_DIR } = context.config;
  const keyring = new Keyring(masterKeysOf(context.config));
  const sealer = new HeaderSealer(keyring);
  const { lifecycle, metrics } = context;
  const durations = new MediaDurationPool({ threads: CONCURRENCY, metrics });
  lifecycle.onStop('media duration pool', () => durations.close());
  const worker = {
    kind: 'fetch' as const,
    handler: createFetchMedia({ outbound, durations, limits, sealer, maxBytes: MAX_MEDIA_BYTES }),
    announce: () => ({ ready: true, reason: null, engines: [], default_engine: null }),
    concurrency: CONCURRENCY,
    keyring,
    timeLimitMs: limits.totalMs + limits.slackMs,
    workDir: join(resolve(DATA_DIR), 'work', 'fetch'),
  };
  await startStepWorker(worker, { broker, blobs }, context);
}
