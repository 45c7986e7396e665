import { openBlobStore, type BlobStore } from '@medley/blobs';
import {
  blobSettings,
  createLogger,
  findMasterKey,
  loadConfig,
  OperatorError,
  secretSettings,
  storeSettings,
  type BlobSettings,
  type Logger,
} from '@medley/kit';
import { findRunningMongo, hasEmbeddedDatabase, startEmbeddedMongo } from '@medley/embedded-mongo';
import { connectStores, type Stores } from '@medley/store';
import Joi from 'joi';
import { resolve } from 'node:path';

interface AdminSettings extends BlobSettings {
  MONGO_URL?: string;
  MASTER_KEY?: string;
}

const schema = Joi.object<AdminSettings>({
  MONGO_URL: storeSettings.MONGO_URL.optional(),
  MASTER_KEY: secretSettings.MASTER_KEY.optional(),
  ...blobSettings,
});

const CONNECT_MS = 15_000;

/** Dependencies of a command. */
export interface AdminDependencies {
  stores: Stores;
  /** Opens the blob store; only some commands need it. */
  openBlobs(): Promise<BlobStore>;
}

/**
 * Run `act` on the stores of MONGO_URL, else of the `npm start` that runs on DATA_DIR, else of an embedded MongoDB that
 * is started on DATA_DIR for the command.
 * @throws OperatorError
 */
export async function withStores<T>(
  onProgress: (text: string) => void,
  act: (dependencies: AdminDependencies) => Promise<T>,
): Promise<T> {
  const config = loadConfig(schema);
  const logger = createLogger('admin', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
  const dataDir = resolve(config.DATA_DIR);
  const openBlobs = (): Promise<BlobStore> => openBlobStore(config, logger);
  const work = (stores: Stores): Promise<T> => act({ stores, openBlobs });
  const running = config.MONGO_URL ?? (await findRunningMongo(dataDir))?.url;
  if (running !== undefined) {
    const masterKey = config.MASTER_KEY ?? (await requireMasterKey(dataDir));
    return useStores({ url: running, masterKey, logger }, work);
  }
  if (!(await hasEmbeddedDatabase(dataDir))) {
    throw new OperatorError(
      `${dataDir} has no database of Medley. Is DATA_DIR right? \`npm start\` makes a new one; MONGO_URL names one of your own.`,
    );
  }
  const masterKey = config.MASTER_KEY ?? (await requireMasterKey(dataDir));
  const engine = await startEmbeddedMongo({ dataDir, logger, onProgress });
  try {
    return await useStores({ url: engine.url, masterKey, logger }, work);
  } finally {
    await engine.stop();
  }
}

/** A key generated here would encrypt values that no service of that database can decrypt. */
async function requireMasterKey(dataDir: string): Promise<string> {
  const key = await findMasterKey(dataDir);
  if (key === null) throw new OperatorError('MASTER_KEY is not set: it must be the one the services use.');
  return key;
}

async function useStores<T>(
  options: { url: string; masterKey: string; logger: Logger },
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const stores = await withTimeout(connectStores(options));
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
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
