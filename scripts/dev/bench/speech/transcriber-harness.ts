import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobStore, readPayload } from '@medley/blobs';
import { createMemoryBroker, type Broker, type SignalEvent } from '@medley/broker';
import { permitWork } from '@medley/testing/worker';
import {
  signalTopics,
  type StepFinished,
  type TranscribeOutput,
  type WorkerAnnouncement,
} from '@medley/contracts';
import { createLogger, Health, Lifecycle, loadConfig } from '@medley/kit';
import { startTranscriber, transcriberSchema } from '@medley/transcriber';
import { Registry } from 'prom-client';

/** A running transcriber with one engine, driven through its messages. */
export interface TranscriberHarness {
  /** Why the engine is not ready; null when it is. */
  reason: string | null;
  transcribe(media: Buffer, options?: object): Promise<TranscribeOutput>;
  close(): Promise<void>;
}

/** Start a transcriber on a memory broker; `engine` is an element of `ASR_ENGINES_FILE`. */
export async function startTranscriberHarness(engine: object): Promise<TranscriberHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-bench-'));
  const list = join(directory, 'engines.json');
  await writeFile(list, JSON.stringify([engine]));
  const logger = createLogger('bench', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
  const lifecycle = new Lifecycle(logger);
  const broker = createMemoryBroker({ logger });
  await permitWork(broker);
  const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'none' }, logger);
  const waiting = new Map<string, (report: StepFinished) => void>();
  const announced = announcementOn(broker);
  const handlers = {
    'step.finished': (report: StepFinished) => Promise.resolve(waiting.get(report.task_id)?.(report)),
    'step.alive': () => Promise.resolve(),
  };
  const consumer = await broker.consume('orchestrator', handlers, { prefetch: 10 });
  const env = { AMQP_URL: 'amqp://unused', DATA_DIR: directory, ASR_ENGINES_FILE: list };
  const config = loadConfig(transcriberSchema, env);
  const facts = { name: 'transcriber', instance: 'bench', health: new Health(), metrics: new Registry() };
  await startTranscriber({ ...facts, config, logger, lifecycle }, { broker, blobs });
  const { reason } = await announced;
  return {
    reason,
    async transcribe(media, options = {}) {
      const taskId = randomUUID();
      const blob = `tasks/${taskId}/fetch/1/media`;
      const { size } = await blobs.put(blob, media);
      const finished = new Promise<StepFinished>((resolve) => waiting.set(taskId, resolve));
      await broker.publish('step.run', {
        ...{ task_id: taskId, step_id: 'transcribe', kind: 'transcribe', attempt: 1 },
        deadline_at: new Date(Date.now() + 600_000).toISOString(),
        input: { media: { blob, content_type: 'audio/wav', size, duration: null } },
        options: JSON.stringify({ language: 'en', diarization: false, words: true, ...options }),
      });
      const report = await finished;
      if (report.outcome !== 'completed') throw new Error(`transcribe failed: ${report.error.message}`);
      return JSON.parse(await readPayload(blobs, report.output)) as TranscribeOutput;
    },
    async close() {
      await consumer.stop();
      await lifecycle.stop();
      await broker.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function announcementOn(broker: Broker): Promise<WorkerAnnouncement> {
  return new Promise((resolve, reject) => {
    broker
      .listen((event: SignalEvent) => resolve(event.body as WorkerAnnouncement))
      .then((subscription) => subscription.bind(signalTopics.workerAnnounced))
      .catch(reject);
  });
}
