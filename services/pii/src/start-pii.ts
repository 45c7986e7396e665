import { join, resolve } from 'node:path';
import { Keyring, masterKeysOf, type ServiceContext } from '@medley/kit';
import { startStepWorker, StepWorkerGroup, type StepWorkerDependencies } from '@medley/step-worker';
import type { PiiSettings } from './config';
import { depersonalizeWith } from './depersonalize-text';
import { PiiWorkerPool } from './pii-worker-pool';
import { restoreWith } from './restore-text';

/** Time limit of one job, excluding the wait for a thread. */
const JOB_MS = 10_000;
/** Time limit of one attempt. */
const STEP_MS = 120_000;

/** Starts the workers of `depersonalize` and `restore` steps; they share one worker pool. */
export async function startPii(
  context: ServiceContext<PiiSettings>,
  dependencies: StepWorkerDependencies,
): Promise<void> {
  const { config, lifecycle, metrics } = context;
  const pool = new PiiWorkerPool({ threads: config.PII_THREADS, timeLimitMs: JOB_MS, metrics });
  lifecycle.onStop('pii worker pool', () => pool.stop());

  const keyring = new Keyring(masterKeysOf(config));
  const engine = { name: 'ner-and-rules', ready: true, reason: null, models: [], default_model: null };
  const shared = {
    announce: () => ({ ready: true, reason: null, engines: [engine], default_engine: engine.name }),
    concurrency: config.CONCURRENCY,
    timeLimitMs: STEP_MS,
    keyring,
  };
  // Both kinds may run in one unit.
  const shares = { group: new StepWorkerGroup(), ...dependencies };
  const workDir = (kind: string): string => join(resolve(config.DATA_DIR), 'work', kind);
  await startStepWorker(
    {
      ...shared,
      kind: 'depersonalize',
      handler: depersonalizeWith(pool, keyring),
      workDir: workDir('depersonalize'),
    },
    shares,
    context,
  );
  await startStepWorker(
    { ...shared, kind: 'restore', handler: restoreWith(pool, keyring), workDir: workDir('restore') },
    shares,
    context,
  );
}
