import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GoldRecord } from './span-scorer';

export interface SetRecord extends GoldRecord {
  id: string;
  lang?: string;
  /** Kind of text; `neg`: nothing to find, or look-alikes. */
  group?: string;
}

export interface PiiSet {
  name: string;
  records: readonly SetRecord[];
}

/** The labelled sets of a directory, by name; none when the directory is not there. */
export function readSets(directory: string): PiiSet[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .reverse()
    .map((file) => ({ name: file.replace(/\.jsonl$/, ''), records: readLines(join(directory, file)) }));
}

function readLines(file: string): SetRecord[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as SetRecord);
}
