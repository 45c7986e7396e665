import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface SpeechFile {
  file: string;
  /** The reference transcript; null when there is none. */
  text: string | null;
  lang: string | null;
  speakers: number;
  /** Name of the RTTM file with the speaker turns. */
  rttm?: string;
}

/** Recorded speech, which is not part of the repository. */
export interface SpeechData {
  directory: string;
  files: SpeechFile[];
}

/** The recorded speech in `../shared`; null when it is missing. */
export function findSpeechData(): SpeechData | null {
  const directory = join('..', 'shared', 'data', 'speech');
  const manifest = join(directory, 'manifest.json');
  if (!existsSync(manifest)) return null;
  return { directory, files: (JSON.parse(readFileSync(manifest, 'utf8')) as { files: SpeechFile[] }).files };
}
