import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { OperatorError } from '@medley/kit';
import { findProgram, runProcess } from '@medley/step-worker';

const TIME_LIMIT_MS = 30 * 60_000;

/** Unpack a `.tar.bz2` that holds one directory, as `to`. @throws OperatorError when the archive cannot be unpacked */
export async function extractArchive(archive: string, to: string, without: readonly string[]): Promise<void> {
  const [tar, bzip2] = await Promise.all([findProgram('tar'), findProgram('bzip2')]);
  if (tar === null || bzip2 === null) {
    throw new OperatorError(
      `${archive} cannot be unpacked: install tar and bzip2 (Debian: apt install tar bzip2).`,
    );
  }
  const place = await mkdtemp(join(dirname(resolve(to)), '.unpacking-'));
  try {
    const { exitCode, stderr } = await runProcess({
      command: tar,
      args: [...without.map((pattern) => `--exclude=${pattern}`), '-xjf', resolve(archive)],
      cwd: place,
      signal: new AbortController().signal,
      timeLimitMs: TIME_LIMIT_MS,
    });
    const [directory, ...others] = await readdir(place);
    if (exitCode !== 0 || directory === undefined || others.length > 0) {
      throw new OperatorError(`${archive} cannot be unpacked: ${stderr.trim() || 'it is not one directory'}`);
    }
    await rename(join(place, directory), to);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
