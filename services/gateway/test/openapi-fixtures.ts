import { waveformBlobKey } from '@medley/blobs';
import { depersonalize } from '@medley/depersonalize';
import { deriveKey, seal } from '@medley/kit';
import {
  exampleRedactedTranscript,
  exampleTranscript,
  transcodedTask,
} from '../src/resources/tasks/examples/example-results';
import {
  EXAMPLE_HOOK,
  EXAMPLE_LETTER,
  EXAMPLE_URL,
  exampleIds,
} from '../src/resources/tasks/examples/example-tasks';
import { exampleWaveform } from '../src/resources/waveforms/waveform-docs';
import { makeWav } from '@medley/testing';
import { endTask, MASTER_KEY, type TestClient, type TestGateway } from '@medley/testing/gateway';

/** Replaces the ids of the examples by real ones. */
type Ids = Record<string, string>;

interface FixtureContext {
  gateway: TestGateway;
  client: TestClient;
}

/** Resources that the examples of an operation need, by `operationId`; others need a completed task. */
const fixtures: Record<string, (context: FixtureContext) => Promise<Ids>> = {
  cancelTask: async ({ client }) => ({
    [exampleIds.task]: (await client.create('/transcode', { url: EXAMPLE_URL })).id,
  }),
  getUpload: upload,
  deleteUpload: upload,
  retryTask: retryable,
  getBatch: batch,
  cancelBatch: batch,
  getTranscript: transcribed,
  restoreText: depersonalized,
  changeKey: ownKey,
  deleteKey: ownKey,
  getPipeline: ownPipeline,
  replacePipeline: ownPipeline,
  deletePipeline: ownPipeline,
};

export function prepareFor(operationId: string, context: FixtureContext): Promise<Ids> {
  return (fixtures[operationId] ?? transcoded)(context);
}

/** A completed task whose last step takes another input again. */
async function retryable({ gateway, client }: FixtureContext): Promise<Ids> {
  const { id } = await client.create('/transcode', { url: EXAMPLE_URL });
  await endTask(gateway.stores, id);
  return { [exampleIds.task]: id };
}

/** A completed task with a file and a delivery. */
async function transcoded({ gateway, client }: FixtureContext): Promise<Ids> {
  const { id } = await client.create('/transcode', { url: EXAMPLE_URL, webhook_url: EXAMPLE_HOOK });
  const blob = `tasks/${id}/transcode/1/audio.mp3`;
  await gateway.blobs.put(blob, Buffer.alloc(100));
  await gateway.blobs.put(waveformBlobKey(blob), Buffer.from(JSON.stringify(exampleWaveform)));
  const { fetch, transcode } = transcodedTask.output ?? {};
  const delivery = crypto.randomUUID();
  const at = new Date();
  await endTask(gateway.stores, id, {
    steps: {
      fetch: { output: { inline: JSON.stringify(fetch) } },
      transcode: {
        output: { inline: JSON.stringify({ ...transcode, url: undefined }) },
        media: { blob, content_type: 'audio/mpeg', size: 100, duration: 1 },
      },
    },
    set: {
      delivery: {
        id: delivery,
        event: 'task.completed',
        url: EXAMPLE_HOOK,
        state: 'delivered',
        created_at: at,
        next_attempt_at: null,
        manual_requested_at: null,
        attempts: [
          {
            attempt: 1,
            trigger: 'scheduled',
            started_at: at,
            ended_at: at,
            status_code: 200,
            response_time_ms: 5,
            error: null,
          },
        ],
        body: null,
      },
    },
  });
  return { [exampleIds.task]: id, [exampleIds.delivery]: delivery };
}

async function transcribed({ gateway, client }: FixtureContext): Promise<Ids> {
  const steps = [
    { name: 'fetch' },
    { name: 'transcribe' },
    { name: 'depersonalize', options: { mode: 'blind' } },
  ];
  const { id } = await client.create('/tasks', { url: EXAMPLE_URL, steps });
  const { text, ...transcript } = exampleRedactedTranscript;
  const redacted = { text, mode: 'blind', entities: [], transcript };
  await endTask(gateway.stores, id, {
    steps: {
      transcribe: { output: { inline: JSON.stringify(exampleTranscript) } },
      depersonalize: { output: { inline: JSON.stringify(redacted) } },
    },
  });
  return { [exampleIds.task]: id };
}

async function depersonalized({ gateway, client }: FixtureContext): Promise<Ids> {
  const { id } = await client.create('/pii', { input: EXAMPLE_LETTER, mode: 'reversible' });
  const { mapping = '' } = depersonalize(EXAMPLE_LETTER, { mode: 'reversible', language: 'en' });
  const sealed = seal(deriveKey(MASTER_KEY, 'pii-mapping'), mapping, id);
  await endTask(gateway.stores, id, { steps: { depersonalize: { mapping: { inline: sealed } } } });
  return { [exampleIds.task]: id };
}

async function ownPipeline({ client }: FixtureContext): Promise<Ids> {
  const answer = await client.post('/pipelines', { name: 'a', steps: [{ name: 'fetch' }] });
  return { [exampleIds.pipeline]: answer.body.data['id'] as string };
}

async function ownKey({ client }: FixtureContext): Promise<Ids> {
  return { [exampleIds.key]: (await client.post('/keys')).body.data['id'] as string };
}

async function batch({ client }: FixtureContext): Promise<Ids> {
  const tasks = [{ input: EXAMPLE_LETTER, steps: [{ name: 'depersonalize' }] }];
  const answer = await client.post('/tasks/batch', { tasks });
  return { [exampleIds.batch]: answer.body.data['batch_id'] as string };
}

async function upload({ client }: FixtureContext): Promise<Ids> {
  const answer = await client.send('POST', '/uploads', { body: makeWav(1) });
  return { [exampleIds.upload]: answer.body.data['id'] as string };
}
