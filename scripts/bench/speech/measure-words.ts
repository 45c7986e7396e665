import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpeechData } from './speech-data';
import { openSpeechLab } from './speech-lab';
import { wordError } from './word-error';

export interface WordFigures {
  file: string;
  errors: number;
  words: number;
  heard: string;
  seconds: number;
}

/** What the demo engine makes of the English files, or why it makes nothing. */
export async function measureWords(data: SpeechData): Promise<WordFigures[] | { skipped: string }> {
  const lab = await openSpeechLab({ kind: 'pocketsphinx', name: 'demo' });
  try {
    if (lab.reason !== null) return { skipped: lab.reason };
    const figures: WordFigures[] = [];
    for (const { file, text, lang } of data.files) {
      if (lang !== 'en' || text === null) continue;
      const media = await readFile(join(data.directory, file));
      const startedAt = performance.now();
      const heard = (await lab.transcribe(media)).text;
      const seconds = (performance.now() - startedAt) / 1_000;
      const { errors, words } = wordError(text, heard, lang);
      figures.push({ file, errors, words, heard, seconds });
    }
    return figures;
  } finally {
    await lab.close();
  }
}
