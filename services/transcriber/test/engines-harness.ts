import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWav } from '../../../tests/support/make-wav';
import { openWorkerLab, type WorkerLab } from '../../../tests/support/worker-lab';
import type { MediaRef } from '@medley/contracts';
import { transcriberService } from './transcriber-harness';

export interface EnginesLab {
  lab: WorkerLab;
  media: MediaRef;
  close(): Promise<void>;
}

/** The transcriber with a list of engines in a file, a second of sound to transcribe, and files beside the list. */
export async function openEnginesLab(
  engines: readonly object[],
  files: Readonly<Record<string, string>> = {},
): Promise<EnginesLab> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-engines-'));
  const list = join(directory, 'engines.json');
  await writeFile(list, JSON.stringify(engines));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  try {
    const lab = await openWorkerLab(transcriberService, { ASR_ENGINES_FILE: list });
    const media = await lab.putMedia(makeWav(1), { content_type: 'audio/wav', duration: 1 });
    return {
      lab,
      media,
      async close() {
        await lab.close();
        await rm(directory, { recursive: true });
      },
    };
  } catch (error) {
    await rm(directory, { recursive: true });
    throw error;
  }
}
