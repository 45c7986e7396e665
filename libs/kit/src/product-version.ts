import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of Medley that this process runs. */
export const productVersion: string = readVersion(join(__dirname, '..', 'package.json'));

function readVersion(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
