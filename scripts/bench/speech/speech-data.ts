import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SpeechFile {
  file: string;
  /** What is said; null where nobody wrote it down. */
  text: string | null;
  lang: string | null;
  speakers: number;
  /** A file beside it that says who speaks when. */
  rttm?: string;
}

/** Speech of others, which is not part of the repository. */
export interface SpeechData {
  directory: string;
  files: SpeechFile[];
}

/** Null where the data are not there. */
export function findSpeechData(): SpeechData | null {
  const directory = join(__dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'speech');
  const manifest = join(directory, 'manifest.json');
  if (!existsSync(manifest)) return null;
  return { directory, files: (JSON.parse(readFileSync(manifest, 'utf8')) as { files: SpeechFile[] }).files };
}
