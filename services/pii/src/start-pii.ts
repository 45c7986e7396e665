import { join, resolve } from 'node:path';
import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import { deriveKey, type ServiceContext } from '@medley/kit';
import { startStepWorker } from '@medley/step-worker';
import type { PiiSettings } from './config';
import { depersonalizeWith } from './depersonalize-text';
import { PiiWorkerPool } from './pii-worker-pool';
import { restoreWith } from './restore-text';

/** Time limit of one job, without the waiting for a thread. */
const JOB_MS = 10_000;
const STEP_MS = 120_000;

export interface PiiPorts {
  broker: Broker;
  blobs: BlobStore;
}

/** Starts the workers of `depersonalize` and `restore` steps. */
export async function startPii(context: ServiceContext<PiiSettings>, ports: PiiPorts): Promise<void> {
  const { config, lifecycle, metrics } = context;
  const pool = new PiiWorkerPool({ threads: config.PII_THREADS, timeLimitMs: JOB_MS, metrics });
  lifecycle.onStop('pii worker pool', () => pool.stop());

  const mappingKey = deriveKey(config.MASTER_KEY, 'pii-mapping');
  const engine = { name: 'ner-and-rules', ready: true, reason: null, models: [], default_model: null };
  const shared = {
    announce: () => ({ ready: true, reason: null, engines: [engine], default_engine: engine.name }),
    concurrency: config.CONCURRENCY,
    timeLimitMs: STEP_MS,
  };
  const workDir = (kind: string): string => join(resolve(config.DATA_DIR), 'work', kind);
  await startStepWorker(
    {
      ...shared,
      kind: 'depersonalize',
      handler: depersonalizeWith(pool, mappingKey),
      workDir: workDir('depersonalize'),
    },
    ports,
    context,
  );
  await startStepWorker(
    { ...shared, kind: 'restore', handler: restoreWith(pool, mappingKey), workDir: workDir('restore') },
    ports,
    context,
  );
}
