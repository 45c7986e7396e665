import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobStore, readPayload } from '@medley/blobs';
import { createMemoryBroker } from '@medley/broker';
import { permitWork } from '@medley/testing/worker';
import type {
  DepersonalizeOptions,
  DepersonalizeOutput,
  Payload,
  RestoreOutput,
  StepFinished,
  StepInput,
  StepSuccess,
} from '@medley/contracts';
import { createLogger, Health, Lifecycle, loadConfig } from '@medley/kit';
import { piiSchema, startPii } from '@medley/pii';
import { Registry } from 'prom-client';
import { until } from '@medley/testing';

export interface PiiHarness {
  depersonalize(
    text: string,
    options: DepersonalizeOptions,
    taskId?: string,
  ): Promise<DepersonalizeOutput & Pick<StepSuccess, 'mapping' | 'usage'>>;
  restore(text: string, mapping: Payload, taskId: string): Promise<RestoreOutput>;
  /** Runs a step and returns its report. */
  run(kind: 'depersonalize' | 'restore', input: StepInput, facts: RunFacts): Promise<StepFinished>;
  close(): Promise<void>;
}

interface RunFacts {
  taskId: string;
  options: object;
}

/** The pii service on the memory broker. */
export async function startPiiHarness(): Promise<PiiHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-pii-'));
  const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
  const broker = createMemoryBroker({ logger });
  await permitWork(broker);
  const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'none' }, logger);
  const lifecycle = new Lifecycle(logger);
  const env = { AMQP_URL: 'amqp://unused', DATA_DIR: directory, PII_THREADS: '1' };
  const config = loadConfig(piiSchema, { ...env, MASTER_KEY: randomBytes(32).toString('base64') });
  await startPii(
    {
      name: 'pii',
      instance: 'pii-test',
      config,
      logger,
      lifecycle,
      health: new Health(),
      metrics: new Registry(),
    },
    { broker, blobs },
  );
  const reports = new Map<string, StepFinished>();
  const consumer = await broker.consume(
    'orchestrator',
    {
      'step.finished': (report) => void reports.set(`${report.task_id} ${report.step_id}`, report),
      'step.alive': () => Promise.resolve(),
    },
    { prefetch: 10 },
  );
  const run: PiiHarness['run'] = async (kind, input, { taskId, options }) => {
    reports.delete(`${taskId} ${kind}`);
    const deadline = new Date(Date.now() + 60_000).toISOString();
    const step = { task_id: taskId, step_id: kind, kind, attempt: 1, deadline_at: deadline };
    await broker.publish('step.run', { ...step, input, options: JSON.stringify(options) });
    await until(() => reports.has(`${taskId} ${kind}`));
    return reports.get(`${taskId} ${kind}`) as StepFinished;
  };
  const outputOf = async (report: StepFinished): Promise<{ report: StepSuccess; output: unknown }> => {
    if (report.outcome !== 'completed') throw new Error(JSON.stringify(report.error));
    return { report, output: JSON.parse(await readPayload(blobs, report.output)) as unknown };
  };
  return {
    run,
    async depersonalize(text, options, taskId = randomUUID()) {
      const facts = { taskId, options: { mode: 'blind', language: 'ru', ...options } };
      const { report, output } = await outputOf(
        await run('depersonalize', { text: { inline: text } }, facts),
      );
      const { mapping, usage } = report;
      return { ...(output as DepersonalizeOutput), mapping, usage };
    },
    async restore(text, mapping, taskId) {
      const input = { text: { inline: text }, mapping };
      return (await outputOf(await run('restore', input, { taskId, options: {} }))).output as RestoreOutput;
    },
    async close() {
      await lifecycle.stop();
      await consumer.stop();
      await broker.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
