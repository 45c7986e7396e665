import { openBlobStore, type BlobStore } from '@medley/blobs';
import {
  blobSettings,
  chooseMasterKeys,
  createLogger,
  findMasterKeys,
  loadConfig,
  OperatorError,
  secretSettings,
  storeSettings,
  type BlobSettings,
  type Logger,
  type MasterKeys,
} from '@medley/kit';
import { findRunningMongo, hasEmbeddedDatabase, startEmbeddedMongo } from '@medley/embedded-mongo';
import { connectStores, type Stores } from '@medley/store';
import Joi from 'joi';
import { resolve } from 'node:path';

interface AdminSettings extends BlobSettings {
  MONGO_URL?: string;
  MASTER_KEY?: string;
  MASTER_KEY_PREVIOUS?: string;
}

const schema = Joi.object<AdminSettings>({
  MONGO_URL: storeSettings.MONGO_URL.optional(),
  MASTER_KEY: secretSettings.MASTER_KEY.optional(),
  MASTER_KEY_PREVIOUS: secretSettings.MASTER_KEY_PREVIOUS,
  ...blobSettings,
});

const CONNECT_MS = 15_000;

/** Dependencies of a command. */
export interface AdminDependencies {
  stores: Stores;
  /** Opens the blob store; only some commands need it. */
  openBlobs(): Promise<BlobStore>;
}

/** A database as a command finds it. */
export interface AdminDatabase {
  url: string;
  masterKeys: MasterKeys;
}

/** Where a command works: the settings, and the data directory they name. */
export interface AdminPlace {
  config: AdminSettings;
  dataDir: string;
  logger: Logger;
  onProgress: (text: string) => void;
}

export function openPlace(onProgress: (text: string) => void): AdminPlace {
  const config = loadConfig(schema);
  const logger = createLogger('admin', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
  return { config, dataDir: resolve(config.DATA_DIR), logger, onProgress };
}

/**
 * Run `act` on the database of MONGO_URL, else of the `npm start` that runs on DATA_DIR, else of an embedded MongoDB that is
 * started on DATA_DIR for the command.
 * @throws OperatorError
 */
export async function withDatabase<T>(
  { config, dataDir, logger, onProgress }: AdminPlace,
  act: (database: AdminDatabase) => Promise<T>,
): Promise<T> {
  const running = config.MONGO_URL ?? (await findRunningMongo(dataDir))?.url;
  if (running === undefined && !(await hasEmbeddedDatabase(dataDir))) {
    throw new OperatorError(
      `${dataDir} has no database of Medley. Is DATA_DIR right? ` +
        '`npm start` makes a new one; MONGO_URL names one of your own.',
    );
  }
  // A key generated here would seal values that no service of that database can open.
  const masterKeys = chooseMasterKeys(config, await findMasterKeys(dataDir));
  if (running !== undefined) return act({ url: running, masterKeys });
  const engine = await startEmbeddedMongo({ dataDir, logger, onProgress });
  try {
    return await act({ url: engine.url, masterKeys });
  } finally {
    await engine.stop();
  }
}

/** The same, with the stores of the database. */
export function withStores<T>(
  place: AdminPlace,
  act: (dependencies: AdminDependencies) => Promise<T>,
): Promise<T> {
  const { config, logger } = place;
  const openBlobs = (): Promise<BlobStore> => openBlobStore(config, logger);
  return withDatabase(place, async ({ url, masterKeys }) => {
    const keys = { masterKey: masterKeys.current, previousMasterKey: masterKeys.previous };
    const stores = await withTimeout(connectStores({ url, ...keys, logger }));
    try {
      return await act({ stores, openBlobs });
    } finally {
      await stores.close();
    }
  });
}

/** Services wait for their database without limit; a command must not. */
async function withTimeout(connecting: Promise<Stores>): Promise<Stores> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const error = new OperatorError(`The database did not answer within ${CONNECT_MS / 1_000} s.`);
    timer = setTimeout(() => reject(error), CONNECT_MS);
  });
  try {
    return await Promise.race([connecting, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
