import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TranscribeOutput } from '@medley/contracts';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';
import { transcriberService } from './transcriber-harness';

export interface PocketsphinxHarness {
  worker: ServiceHarness;
  /** The directory in which the program writes what it received. */
  directory: string;
  transcribe(wav: Buffer, options?: object): Promise<TranscribeOutput>;
  close(): Promise<void>;
}

/**
 * The transcriber with a stand-in for pocketsphinx_batch: a shell script that prints its options
 * when it gets no arguments, else runs `body`. `$DIRECTORY` is for its records,
 * `$CTM` is the file of words that it has to write.
 */
export async function startPocketsphinxHarness(
  body: string,
  options = '-ctl -ctm -remove_silence',
): Promise<PocketsphinxHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-sphinx-'));
  const program = join(directory, 'pocketsphinx_batch');
  const script = [
    '#!/bin/sh',
    `if [ $# -eq 0 ]; then echo '${options}' >&2; exit 1; fi`,
    `DIRECTORY=${directory}`,
    'echo "$@" > "$DIRECTORY/arguments"',
    'while [ $# -gt 0 ]; do [ "$1" = -ctm ] && CTM=$2; [ "$1" = -ctl ] && cat "$2" > "$DIRECTORY/list"; shift; done',
    body,
  ];
  await writeFile(program, script.join('\n'), { mode: 0o755 });
  await mkdir(join(directory, 'model/en-us/en-us'), { recursive: true });
  for (const name of ['en-us.lm.bin', 'cmudict-en-us.dict'])
    await writeFile(join(directory, 'model/en-us', name), '');
  const list = join(directory, 'engines.json');
  const row = { kind: 'pocketsphinx', name: 'demo', program, models_dir: join(directory, 'model') };
  await writeFile(list, JSON.stringify([row]));
  const worker = await startServiceHarness(transcriberService, { ASR_ENGINES_FILE: list });
  return {
    worker,
    directory,
    async transcribe(wav, stepOptions = {}) {
      const media = await worker.putMedia(wav, { content_type: 'audio/wav', duration: null });
      const { data } = await worker.succeed(
        { media },
        { language: 'en', diarization: false, ...stepOptions },
      );
      return data as TranscribeOutput;
    },
    async close() {
      await worker.close();
      await rm(directory, { recursive: true });
    },
  };
}
