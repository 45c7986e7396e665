import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import {
  chooseMasterKeys,
  findMasterKeys,
  Keyring,
  OperatorError,
  type Logger,
  type SecretSettings,
} from '@medley/kit';
import { loadDatabase } from '@medley/store';
import { readManifest, verifyFiles, type BackupManifest } from './backup-manifest';
import { requireEmpty } from './write-backup';

/** In a data directory while it is being restored; `npm start` refuses one that has it. */
const UNFINISHED = 'restore-unfinished';

interface RestoreOptions {
  from: string;
  dataDir: string;
  /** A key that is absent is that of the backup. */
  settings: Partial<SecretSettings>;
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
  await requireMasterKeys(options, manifest);
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

async function requireMasterKeys(
  { from, settings }: RestoreOptions,
  { master_key, next_master_key }: BackupManifest,
): Promise<void> {
  const { fingerprints } = new Keyring(chooseMasterKeys(settings, await findMasterKeys(from)));
  const needed = next_master_key === undefined ? [master_key] : [master_key, next_master_key];
  const missing = needed.filter((one) => !fingerprints.includes(one));
  if (missing.length === 0) return;
  throw new OperatorError(
    `The backup needs the master keys with the fingerprints ${needed.join(' and ')}; missing: ${missing.join(', ')}. ` +
      'Set MASTER_KEY and, for a backup that was made during a rotation, MASTER_KEY_PREVIOUS.',
  );
}
