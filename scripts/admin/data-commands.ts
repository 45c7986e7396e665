import { resolve } from 'node:path';
import { OperatorError } from '@medley/kit';
import { migrateDatabase } from '@medley/store';
import type { AdminAnswer, AdminCommand } from './admin-commands';
import { withDatabase, type AdminPlace } from './admin-stores';
import { restoreBackup } from './backup/restore-backup';
import { writeBackup } from './backup/write-backup';
import type { BackupManifest } from './backup/backup-manifest';

/** Commands that work on a whole database. */
export const dataCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'backup',
    {
      does: 'write a backup of DATA_DIR (embedded database, blobs, keys), with or without a running `npm start`',
      options: { to: 'DIR' },
      readDirect: (options) => {
        const to = resolve(options.text('to'));
        return (place) => backup(place, to);
      },
    },
  ],
  [
    'restore',
    {
      does: 'make an empty or new DATA_DIR of a backup',
      options: { from: 'DIR' },
      readDirect: (options) => {
        const from = resolve(options.text('from'));
        return (place) => restore(place, from);
      },
    },
  ],
  [
    'migrate',
    {
      does: 'bring the data of an earlier Medley to the schema of this one; --dry-run only counts',
      options: { 'dry-run': '' },
      readDirect: (options) => {
        const isDryRun = options.flag('dry-run');
        return (place) => migrate(place, isDryRun);
      },
    },
  ],
]);

async function backup(place: AdminPlace, to: string): Promise<AdminAnswer> {
  refuseOwnBackends(place);
  const { dataDir } = place;
  return withDatabase(place, async ({ url }) => describe(await writeBackup({ url, dataDir }, to)));
}

async function restore(place: AdminPlace, from: string): Promise<AdminAnswer> {
  refuseOwnBackends(place);
  const { dataDir, config, logger, onProgress } = place;
  return {
    data_dir: dataDir,
    ...describe(await restoreBackup({ from, dataDir, settings: config, logger, onProgress })),
  };
}

/** @throws OperatorError */
function refuseOwnBackends({ config }: AdminPlace): void {
  if (config.MONGO_URL === undefined && config.BLOB_STORE === 'fs') return;
  throw new OperatorError(
    'backup and restore are for the embedded database and blobs in DATA_DIR. ' +
      'docs/operations.md has the commands for a MongoDB and a bucket of your own.',
  );
}

function describe({ medley, created_at, collections, files }: BackupManifest): AdminAnswer {
  return {
    medley,
    created_at,
    documents: Object.values(collections).reduce((sum, count) => sum + count, 0),
    files: Object.keys(files).length,
    bytes: Object.values(files).reduce((sum, { size }) => sum + size, 0),
  };
}

async function migrate(place: AdminPlace, isDryRun: boolean): Promise<AdminAnswer> {
  const { logger, onProgress } = place;
  return withDatabase(place, async ({ url }) => {
    const { from, to, changed } = await migrateDatabase({ url, logger, isDryRun, onProgress });
    return { from, to, dry_run: isDryRun, changed };
  });
}
