import { environment } from '@medley/kit';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestMongo {
  /** Names a database of this suite alone. */
  url: string;
  stop(): Promise<void>;
}

/** A database for one suite: its own mongo in a temporary directory, or a fresh database of `TEST_MONGO_URL`. */
export async function startTestMongo(): Promise<TestMongo> {
  const shared = environment()['TEST_MONGO_URL'];
  if (shared) {
    const url = new URL(shared);
    url.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
    return { url: url.href, stop: () => Promise.resolve() };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'medley-mongo-'));
  const mongo = await startEmbeddedMongo({ dataDir });
  return {
    url: mongo.url,
    stop: async () => {
      await mongo.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
