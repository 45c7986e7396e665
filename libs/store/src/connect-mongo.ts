import { AppError } from '@medley/kit';
import { Mongoose, type Connection, type Model, type mongo } from 'mongoose';
import { callDatabase, unavailable } from './call-database';

const DEFAULT_DATABASE = 'medley';
/** No WHATWG URL: an address may list several hosts. */
const namesDatabase = /^mongodb(\+srv)?:\/\/[^/?]+\/[^?]/;
/** From this wire version (MongoDB 8.0) on, one command tells the outcome of each of many guarded updates. */
const BULK_WRITE_WIRE_VERSION = 25;

/**
 * What an acknowledged write survives: a server killed at that moment, and on a replica set the loss of its primary.
 * On a server alone `majority` must not be asked for: the embedded engine then answers before the journal is written
 * (kill -9 right after the answer lost writes in 9 of 36 runs, and in 0 of 125 with `w: 1, j: true`).
 */
const alone = { w: 1, journal: true } as const;
const replicated = { w: 'majority', journal: true } as const;

/** An open connection, its own mongoose instance (no global settings), and what the server can do. */
export interface Mongo {
  connection: Connection;
  /** The driver's own collection of a model: no casting, no hydration, for writes that must be fast. */
  native<D extends mongo.Document>(model: Model<D>, options?: mongo.CollectionOptions): mongo.Collection<D>;
  client: mongo.MongoClient;
  databaseName: string;
  hasBulkWrite: boolean;
  /** A replica set or a sharded cluster. */
  isReplicated: boolean;
  /** The server's clock. */
  readTime(): Promise<Date>;
  /** Null when the server answers, else why not. */
  trouble(): Promise<string | null>;
}

/**
 * Open a connection.
 * @throws AppError UPSTREAM_ERROR when nobody answers, INTERNAL_ERROR when `url` is no MongoDB address
 */
export async function connectMongo(url: string): Promise<Mongo> {
  try {
    const mongo = await openMongo(url, alone);
    if (!mongo.isReplicated) return mongo;
    await mongo.connection.destroy();
    return await openMongo(url, replicated);
  } catch (error) {
    if (error instanceof Error && error.name === 'MongoParseError') {
      throw new AppError('INTERNAL_ERROR', 'MONGO_URL is no MongoDB address', { cause: error });
    }
    // Names that do not resolve and credentials that are not there yet come right, too.
    throw unavailable(error);
  }
}

async function openMongo(url: string, writeConcern: mongo.WriteConcernSettings): Promise<Mongo> {
  const instance = new Mongoose({
    strict: true,
    strictQuery: true,
    sanitizeFilter: true,
    bufferCommands: false,
    autoCreate: false,
    autoIndex: false,
  });
  const connection = instance.createConnection(url, {
    bufferCommands: false,
    ignoreUndefined: true,
    maxPoolSize: 50,
    serverSelectionTimeoutMS: 2_000,
    heartbeatFrequencyMS: 2_000,
    connectTimeoutMS: 3_000,
    socketTimeoutMS: 10_000,
    writeConcern,
    ...(namesDatabase.test(url) ? {} : { dbName: DEFAULT_DATABASE }),
  });
  // Losing the link is told by the calls that fail and by trouble(); an unheard 'error' would end the process.
  connection.on('error', () => undefined);
  try {
    await connection.asPromise();
    return await describe(connection);
  } catch (error) {
    await connection.destroy().catch(() => undefined);
    throw error;
  }
}

async function describe(connection: Connection): Promise<Mongo> {
  const client = connection.getClient();
  const database = client.db(connection.name);
  const hello = await callDatabase(() => database.command({ hello: 1 }));
  return {
    connection,
    client,
    databaseName: connection.name,
    native: (model, options) => database.collection(model.collection.name, options),
    hasBulkWrite: Number(hello['maxWireVersion']) >= BULK_WRITE_WIRE_VERSION,
    isReplicated: 'setName' in hello || hello['msg'] === 'isdbgrid',
    readTime: () => readTime(database),
    trouble: async () => {
      try {
        await callDatabase(() => database.command({ ping: 1 }), 1_900);
        return null;
      } catch {
        return 'the database does not answer';
      }
    },
  };
}

async function readTime(database: mongo.Db): Promise<Date> {
  const read = database.aggregate<{ now: Date }>([{ $documents: [{ now: '$$NOW' }] }]);
  const [row] = await callDatabase(() => read.toArray());
  if (!row) throw new AppError('UPSTREAM_ERROR', 'the database does not tell the time');
  return row.now;
}
