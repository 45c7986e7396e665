import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpeechData } from './speech-data';
import { startTranscriberHarness } from './transcriber-harness';
import { wordError } from '@medley/testing/speech';

export interface WordFigures {
  file: string;
  errors: number;
  words: number;
  transcript: string;
  seconds: number;
}

/** Word error rate of the demo engine on the English files, or the reason why it was skipped. */
export async function measureWords(data: SpeechData): Promise<WordFigures[] | { skipped: string }> {
  const harness = await startTranscriberHarness({ kind: 'pocketsphinx', name: 'demo' });
  try {
    if (harness.reason !== null) return { skipped: harness.reason };
    const figures: WordFigures[] = [];
    for (const { file, text, lang } of data.files) {
      if (lang !== 'en' || text === null) continue;
      const media = await readFile(join(data.directory, file));
      const startedAt = performance.now();
      const transcript = (await harness.transcribe(media)).text;
      const seconds = (performance.now() - startedAt) / 1_000;
      const { errors, words } = wordError(text, transcript, lang);
      figures.push({ file, errors, words, transcript, seconds });
    }
    return figures;
  } finally {
    await harness.close();
  }
}
