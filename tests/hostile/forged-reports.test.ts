import { stepBlobKey } from '@medley/blobs';
import type { Payload, StepFinished, StepSuccess, Task } from '@medley/contracts';
import type { TestClient } from '@medley/testing/gateway';
import { makeWav, serveBytes, until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

/** Large enough that results lie in the blob store: 80,000 bytes. */
const SECRET = 'Тайна. '.repeat(7_000);

let system: TestSystem;
let source: Awaited<ReturnType<typeof serveBytes>>;
let attacker: TestClient;
/** A file of another account's task. */
let foreign: string;

beforeAll(async () => {
  system = await startTestSystem({ sharesProcess: false });
  source = await serveBytes({ '/a.wav': makeWav(1) });
  const victim = await system.newClient();
  attacker = await system.newClient();
  const { id } = await victim.create('/pii', { input: SECRET });
  foreign = blobOf((await system.ended(id)).steps[0]?.text ?? null);
});
afterAll(async () => {
  await source.stop();
  await system.stop();
});

function blobOf(payload: Payload | null): string {
  if (payload === null || !('blob' in payload)) throw new Error('the result is not stored as a blob');
  return payload.blob;
}

/** A task whose second step no service runs: the test stands in for its only worker, a compromised one. */
async function openTask(): Promise<string> {
  const { id } = await attacker.create('/transcode', { url: `${source.url}/a.wav` });
  await until(async () => (await system.stores.tasks.find(id))?.steps[1]?.status === 'queued');
  return id;
}

const output = { format: 'mp3', duration: 1, size: 3, bitrate: 128_000, sample_rate: 44_100, channels: 1 };

async function genuine(id: string): Promise<StepFinished & StepSuccess> {
  const blob = stepBlobKey({ taskId: id, stepId: 'transcode', attempt: 1 }, 'out.mp3');
  await system.blobs.put(blob, Buffer.from('MP3'));
  return {
    ...{ task_id: id, step_id: 'transcode', attempt: 1, elapsed_ms: 1, outcome: 'completed' },
    output: { inline: JSON.stringify(output) },
    text: null,
    media: { blob, content_type: 'audio/mpeg', size: 3, duration: 1 },
    mapping: null,
    usage: { media_seconds: 1 },
  };
}

/** The task after a forged report and the genuine one behind it. */
async function report(id: string, forged: Partial<StepSuccess>): Promise<Task> {
  const honest = await genuine(id);
  await system.broker.publish('step.finished', { ...honest, ...forged });
  await system.broker.publish('step.finished', honest);
  const task = await system.ended(id);
  expect(task.steps[1]).toMatchObject({ status: 'completed', ...pick(honest) });
  return task;
}

function pick({ output, text, media, mapping }: StepSuccess): Partial<StepSuccess> {
  return { output, text, media, mapping };
}

const payload = (): Payload => ({ blob: foreign, size: 80_000 });

test('a report cannot make a file of another account downloadable', async () => {
  const id = await openTask();
  await report(id, { media: { blob: foreign, content_type: 'audio/mpeg', size: 80_000, duration: 1 } });
  const shown = (await attacker.get(`/tasks/${id}`)).body.data as unknown as {
    output: { transcode: { url: string } };
  };
  const path = new URL(shown.output.transcode.url).pathname + new URL(shown.output.transcode.url).search;
  const answer = await fetch(new URL(path, system.urls[0]));
  expect([answer.status, await answer.text()]).toEqual([200, 'MP3']);
});

test.each(['output', 'text', 'mapping'] as const)(
  'a report cannot give a text of another account as its %s',
  async (field) => {
    const id = await openTask();
    await report(id, { [field]: payload() });
    expect(JSON.stringify((await attacker.get(`/tasks/${id}`)).body)).not.toContain('Тайна');
  },
);

test('a report cannot name a file of another step, attempt or task by any spelling', async () => {
  const id = await openTask();
  for (const blob of [
    stepBlobKey({ taskId: id, stepId: 'fetch', attempt: 1 }, 'media'),
    stepBlobKey({ taskId: id, stepId: 'transcode', attempt: 2 }, 'out.mp3'),
    `tasks/${id}/transcode/1`,
    `tasks/${id}/transcode/1/../../../../${foreign}`,
    `tasks/${id}/transcode/10/out.mp3`,
  ]) {
    await system.broker.publish('step.finished', { ...(await genuine(id)), text: { blob, size: 1 } });
  }
  await report(id, { text: { blob: `/${foreign}`, size: 1 } });
});
