import { stat, writeFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task } from '@medley/contracts';
import type { TestClient } from '@medley/testing/gateway';
import {
  listFiles,
  makeWav,
  neverRespond,
  respondJson,
  serveBytes,
  startStubUpstream,
  type StubUpstream,
  until,
} from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const MEDIA = makeWav(1);
/** Storage for two of the media files. */
const LIMIT = 2 * MEDIA.length;

let system: TestSystem;
let source: { url: string; stop: () => Promise<void> };
let speech: StubUpstream;
let settings: string;

beforeAll(async () => {
  settings = await mkdtemp(join(tmpdir(), 'medley-tariffs-'));
  const file = join(settings, 'tariffs.json');
  await writeFile(file, JSON.stringify({ small: { requests_per_minute: null, storage_bytes: LIMIT } }));
  source = await serveBytes({ '/a.wav': MEDIA });
  speech = await startStubUpstream();
  system = await startTestSystem({
    env: { TARIFFS_FILE: file, ASR_BASE_URL: speech.url, ASR_RETRY_MS: '1' },
  });
});
afterAll(async () => {
  // Before the system, whose stop waits 18 s for the steps that this engine keeps waiting.
  await speech.close();
  await system.stop();
  await Promise.all([source.stop(), rm(settings, { recursive: true })]);
});

const transcribe = (client: TestClient): Promise<{ id: string }> =>
  client.create('/transcribe', { url: `${source.url}/a.wav`, diarization: false });

/** The task once its media is fetched or it has ended. */
async function fetched(id: string): Promise<Task> {
  let task = await system.stores.tasks.find(id);
  await until(async () => {
    task = await system.stores.tasks.find(id);
    return task?.status !== 'pending' || task.steps[0]?.status === 'completed';
  });
  if (!task) throw new Error('the task is gone');
  return task;
}

/** Bytes of media that the tasks of an account hold on the disk. */
async function bytesOnDisk(ids: readonly string[]): Promise<number> {
  const files = await listFiles(system.directory);
  const own = files.filter((path) => ids.some((id) => path.includes(`/tasks/${id}/`)));
  const sizes = await Promise.all(own.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('an account stores no more than its tariff allows, while another account is unaffected', async () => {
  speech.respond(neverRespond);
  const attacker = await system.newClient({ tariff: 'small' });
  const other = await system.newClient({ tariff: 'small' });
  const made = await Promise.all(Array.from({ length: 6 }, () => transcribe(attacker)));
  const ids = made.map(({ id }) => id);
  const tasks = await Promise.all(ids.map(fetched));

  const refused = tasks.filter(({ error }) => error?.code === 'STORAGE_LIMIT');
  expect(refused).toHaveLength(4);
  await Promise.all(refused.map(({ id }) => system.ended(id)));
  expect(await bytesOnDisk(ids)).toBe(LIMIT);
  expect((await system.stores.accounts.find(attacker.identity.accountId))?.stored_bytes).toBe(LIMIT);
  expect((await fetched((await transcribe(other)).id)).error).toBeNull();

  // The gateway caches accounts for some seconds.
  await until(async () => {
    const answer = await attacker.post('/pii', { input: 'Иван' });
    return answer.status === 403 && answer.body.error.code === 'STORAGE_LIMIT';
  });
  const [kept] = tasks.filter(({ error }) => error === null);
  await attacker.send('DELETE', `/tasks/${kept?.id}`);
  await system.ended(kept?.id ?? '');
  expect((await attacker.post('/pii', { input: 'Иван' })).status).toBe(201);
  expect((await fetched((await transcribe(attacker)).id)).error).toBeNull();
});

test('the source of a task is deleted and no longer counted once the task has ended', async () => {
  const said = { language: 'russian', duration: 1, text: 'word', segments: [] };
  speech.respond(respondJson(said));
  const client = await system.newClient({ tariff: 'small' });
  for (let run = 0; run < 4; run += 1) {
    const { id } = await transcribe(client);
    const task = await system.ended(id);
    expect([task.status, task.stored_bytes, await bytesOnDisk([id])]).toEqual(['completed', 0, 0]);
  }
});
