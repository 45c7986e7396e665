import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { OperatorError } from '@medley/kit';

/**
 * Compare a download with its published checksum, or without one with that of the first download, which is stored in
 * `….sha256` beside it. A file that does not match is removed.
 * @returns a message for the operator
 * @throws OperatorError when the checksum does not match
 */
export async function verifyFile(path: string, published: string | null): Promise<string> {
  const found = await sha256Of(path);
  const note = `${path}.sha256`;
  const noted = (await readFile(note, 'utf8').catch(() => '')).split(' ')[0] ?? '';
  const wanted = published ?? (noted === '' ? null : noted);
  if (wanted !== null && found !== wanted) {
    await rm(path);
    const origin = published ? 'the published one' : `the one of the first download, in ${note}`;
    throw new OperatorError(
      `${basename(path)} has the wrong checksum and was removed: its SHA-256 is ${found}, ${origin} is ${wanted}.`,
    );
  }
  if (published) return 'checksum as published';
  await writeFile(note, `${found}  ${basename(path)}\n`);
  return noted
    ? 'checksum as at the first download'
    : `no checksum is published: this one is stored, ${found}`;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
