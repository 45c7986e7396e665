import { AppError } from '@medley/kit';
import { Mongoose, type Connection, type Model, type mongo } from 'mongoose';
import { isTracing } from '@medley/tracing';
import { callDatabase, unavailable } from './call-database';
import type { CommandMetrics } from './store-metrics';
import { traceCommands } from './trace-commands';

const DEFAULT_DATABASE = 'medley';
/** A pattern, since a MongoDB URI may list several hosts and is no WHATWG URL then. */
const namesDatabase = /^mongodb(?:\+srv)?:\/\/[^/?]+\/[^?]/;
/** From this wire version (MongoDB 8.0) on, one command may write to several collections. */
const BULK_WRITE_WIRE_VERSION = 25;

/**
 * Write concerns. An acknowledged write survives a killed server, and on a replica set the loss of its primary.
 * A standalone server must not use `majority`: embedded MongoDB then acknowledges before the journal is written
 * (kill -9 right after the answer lost writes in 9 of 36 runs, and in 0 of 125 with `w: 1, j: true`).
 */
const alone = { w: 1, journal: true } as const;
const replicated = { w: 'majority', journal: true } as const;

/** An open connection with its own mongoose instance (no global settings), and the features of the server. */
export interface Mongo {
  connection: Connection;
  /** The driver's own collection of a model: no casting, no hydration, for fast writes. */
  native<D extends mongo.Document>(model: Model<D>, options?: mongo.CollectionOptions): mongo.Collection<D>;
  client: mongo.MongoClient;
  databaseName: string;
  hasBulkWrite: boolean;
  /** A replica set or a sharded cluster. */
  isReplicated: boolean;
  /** The server's clock. */
  readTime(): Promise<Date>;
  /** Null when the server answers, else the reason. */
  checkHealth(): Promise<string | null>;
}

/**
 * Open a connection.
 * @throws AppError UPSTREAM_ERROR when the server does not answer, INTERNAL_ERROR when `url` is not a MongoDB URI
 */
export async function connectMongo(url: string, metrics?: CommandMetrics): Promise<Mongo> {
  try {
    const mongo = await openMongo(url, alone, metrics);
    if (!mongo.isReplicated) return mongo;
    await mongo.connection.destroy();
    return await openMongo(url, replicated, metrics);
  } catch (error) {
    if (error instanceof Error && error.name === 'MongoParseError') {
      throw new AppError('INTERNAL_ERROR', 'MONGO_URL is no MongoDB address', { cause: error });
    }
    // DNS names that do not resolve yet and missing credentials are retried, too.
    throw unavailable(error);
  }
}

async function openMongo(
  url: string,
  writeConcern: mongo.WriteConcernSettings,
  metrics: CommandMetrics | undefined,
): Promise<Mongo> {
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
    monitorCommands: metrics !== undefined || isTracing(),
    ...(namesDatabase.test(url) ? {} : { dbName: DEFAULT_DATABASE }),
  });
  // Failing calls and checkHealth() report a lost connection; an 'error' event without a listener would end the process.
  connection.on('error', () => undefined);
  try {
    await connection.asPromise();
    metrics?.observe(connection.getClient());
    if (isTracing()) traceCommands(connection.getClient());
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
    checkHealth: async () => {
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
  if (!row) throw new AppError('UPSTREAM_ERROR', 'the database does not report its time');
  return row.now;
}
