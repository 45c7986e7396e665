import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWav } from '@medley/testing';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';
import type { MediaRef } from '@medley/contracts';
import { transcriberService } from './transcriber-harness';

export interface EnginesHarness {
  worker: ServiceHarness;
  media: MediaRef;
  close(): Promise<void>;
}

/** The transcriber with a list of engines in a file, other files next to it, and a second of audio to transcribe. */
export async function startEnginesHarness(
  engines: readonly object[],
  files: Readonly<Record<string, string>> = {},
): Promise<EnginesHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-engines-'));
  const list = join(directory, 'engines.json');
  await writeFile(list, JSON.stringify(engines));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  try {
    const worker = await startServiceHarness(transcriberService, { ASR_ENGINES_FILE: list });
    const media = await worker.putMedia(makeWav(1), { content_type: 'audio/wav', duration: 1 });
    return {
      worker,
      media,
      async close() {
        await worker.close();
        await rm(directory, { recursive: true });
      },
    };
  } catch (error) {
    await rm(directory, { recursive: true });
    throw error;
  }
}
