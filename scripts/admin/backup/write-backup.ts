import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf, OperatorError, productVersion } from '@medley/kit';
import { dumpDatabase, readMasterKeys } from '@medley/store';
import { describeFiles, MANIFEST, newManifest, walk, type BackupManifest } from './backup-manifest';

/** Files of a data directory that a backup holds beside the database and the blobs. */
const OWN_FILES = /^(?:master\.key(?:\.previous)?|operator\.key|first-account.*\.json)$/;

const MTIME_ROUNDING_MS = 1_000;

export interface BackupSource {
  dataDir: string;
  /** Of the embedded MongoDB. */
  url: string;
}

/**
 * Write a backup of a data directory, also while its services run. The database is of one moment T, at which its server
 * holds all writes. Blobs are copied before and at T: one that the database names at T was stored before T and is removed
 * only after a later write of the database, so one of the two copies has it. Surplus blobs are removed as orphans.
 * @throws OperatorError when `to` is not empty
 */
export async function writeBackup(source: BackupSource, to: string): Promise<BackupManifest> {
  await requireEmpty(to);
  await mkdir(join(to, 'mongo'), { recursive: true, mode: 0o700 });
  await chmod(to, 0o700);
  const begun = Date.now();
  const copyBlobs = (): Promise<void> => copyNew(join(source.dataDir, 'blobs'), join(to, 'blobs'), begun);
  await copyBlobs();
  const collections = await dumpDatabase(source.url, join(to, 'mongo'), copyBlobs);
  for (const name of await readdir(source.dataDir)) {
    if (OWN_FILES.test(name))
      await copyFile(join(source.dataDir, name), join(to, name), constants.COPYFILE_EXCL);
  }
  const manifest = newManifest({
    medley: productVersion,
    created_at: new Date().toISOString(),
    ...(await readMasterKeys(join(to, 'mongo'))),
    collections,
    files: await describeFiles(to),
  });
  await writeFile(join(to, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flag: 'wx' });
  return manifest;
}

/** @throws OperatorError */
export async function requireEmpty(directory: string): Promise<void> {
  const entries = await readdir(directory).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) throw new OperatorError(`${directory} is not empty.`);
}

/**
 * Copy the files that the target does not have, or that were written after `begun`: only the rotation of the master key changes
 * a blob under its name.
 */
async function copyNew(from: string, to: string, begun: number): Promise<void> {
  for await (const path of walk(from)) {
    const [source, target] = [join(from, path), join(to, path)];
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const mode = (await isNewer(source, begun)) ? 0 : constants.COPYFILE_EXCL;
    await copyFile(source, target, mode).catch((error: unknown) => {
      // Copied before, or removed in the meantime.
      if (!['EEXIST', 'ENOENT'].includes(errorCodeOf(error) ?? '')) throw error;
    });
  }
}

/** Give or take the second that some file systems round times to. */
async function isNewer(path: string, begun: number): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats !== null && stats.mtimeMs >= begun - MTIME_ROUNDING_MS;
}
