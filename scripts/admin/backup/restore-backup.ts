import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { fingerprintOf, OperatorError, type Logger } from '@medley/kit';
import { loadDatabase } from '@medley/store';
import { readManifest, verifyFiles, type BackupManifest } from './backup-manifest';
import { requireEmpty } from './write-backup';

/** In a data directory while it is being restored; `npm start` refuses one that has it. */
const UNFINISHED = 'restore-unfinished';

interface RestoreOptions {
  from: string;
  dataDir: string;
  /** The setting MASTER_KEY; absent: the one of the backup. */
  masterKey: string | undefined;
  logger: Logger;
  onProgress: (text: string) => void;
}

/**
 * Make a data directory of a backup: every file is compared with its checksum before anything is written.
 * @throws OperatorError when the directory is not empty, the backup is damaged, or no master key belongs to it
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { from, dataDir } = options;
  await requireEmpty(dataDir);
  const manifest = await readManifest(from);
  await verifyFiles(from, manifest);
  await requireMasterKey(options, manifest);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, UNFINISHED), '', { mode: 0o600 });
  for (const path of Object.keys(manifest.files)) {
    if (path.startsWith('mongo/')) continue;
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), join(dataDir, path));
  }
  const engine = await startEmbeddedMongo(options);
  try {
    await loadDatabase(engine.url, join(from, 'mongo'), manifest.collections);
  } finally {
    await engine.stop();
  }
  await rm(join(dataDir, UNFINISHED));
  return manifest;
}

async function requireMasterKey(
  { from, masterKey }: RestoreOptions,
  manifest: BackupManifest,
): Promise<void> {
  const text = masterKey ?? (await readFile(join(from, 'master.key'), 'utf8').catch(() => null))?.trim();
  if (text === undefined) {
    throw new OperatorError('The backup has no master.key: set MASTER_KEY to the key of its database.');
  }
  if (fingerprintOf(text) !== manifest.master_key) {
    throw new OperatorError(
      `The master key is not the one of the backup (fingerprint ${manifest.master_key}).`,
    );
  }
}
