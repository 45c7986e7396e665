import { backoffMs, messageOf, type Logger } from '@medley/kit';
import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chooseRuntime } from './choose-runtime';
import { findRunningMongo, removeMongoAddress, writeMongoAddress } from './mongo-address-file';
import {
  startMongoProcess,
  type MongoCommand,
  type MongoStartFailure,
  type MongoProcess,
} from './mongo-process';
import { MongoUnavailableError, withAlternatives } from './mongo-unavailable-error';

export interface EmbeddedMongoOptions {
  /** Holds `mongo/` (or `mongod/` with a `mongod` from the PATH) and `mongo.json`. */
  dataDir: string;
  /** Port on 127.0.0.1; 0 or absent: any free one. */
  port?: number;
  logger?: Logger;
  /** Called with a message for the operator before slow actions. */
  onProgress?: (text: string) => void;
}

export interface EmbeddedMongo {
  /** `mongodb://127.0.0.1:<port>/medley` */
  url: string;
  port: number;
  pid: number;
  /** Sends SIGTERM, and SIGKILL after 5 s. */
  stop(): Promise<void>;
}

/** How long a process that is shutting down may still lock the directory. */
const LOCKED_MS = 10_000;
/** A process that still accepts connections after this time is not shutting down; an admin command would have ended. */
const SERVING_MS = 4_000;
const LOCKED_PAUSE_MS = 200;
const DATABASE = 'medley';

/**
 * Starts an embedded MongoDB for a directory and keeps it running: after a crash it restarts on the same port.
 * One process per directory. @throws MongoUnavailableError with the alternatives
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const dataDir = resolve(options.dataDir);
  const command = await chooseCommand(dataDir, options);
  const first = await openWithRetry(command, dataDir);
  const supervisor = new MongoSupervisor({ ...command, port: first.port }, dataDir, options.logger);
  await supervisor.supervise(first);
  return {
    url: urlOf(first.port),
    port: first.port,
    get pid() {
      return supervisor.pid;
    },
    stop: () => supervisor.stop(),
  };
}

/** Whether a directory holds the data of an embedded MongoDB, running or not. */
export async function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  return (await exists(join(dataDir, 'mongo'))) || (await exists(join(dataDir, 'mongod')));
}

function urlOf(port: number): string {
  return `mongodb://127.0.0.1:${port}/${DATABASE}`;
}

/** The embedded MongoDB or a `mongod` from the PATH: the one that created the data, else the one that runs on this machine. */
async function chooseCommand(dataDir: string, options: EmbeddedMongoOptions): Promise<MongoCommand> {
  const port = options.port ?? 0;
  const plain = { execPath: process.execPath, execArgv: [] };
  const mongod: MongoCommand = {
    script: 'mongod-supervisor.cjs',
    runtime: plain,
    directory: join(dataDir, 'mongod'),
    port,
  };
  if (await exists(mongod.directory)) return mongod;
  const directory = join(dataDir, 'mongo');
  try {
    const runtime = await chooseRuntime(dataDir, options.onProgress ?? (() => undefined));
    return { script: 'embedded-mongo.cjs', runtime, directory, port };
  } catch (error) {
    if (!(error instanceof MongoUnavailableError)) throw error;
    if (await exists(directory))
      throw new MongoUnavailableError(withAlternatives(error.message), { cause: error });
    options.logger?.warn('the embedded MongoDB cannot run here, trying a mongod from the PATH', {
      reason: error.message,
    });
    return mongod;
  }
}

async function openWithRetry(command: MongoCommand, dataDir: string): Promise<MongoProcess> {
  await mkdir(command.directory, { recursive: true, mode: 0o700 });
  const startedAt = performance.now();
  for (;;) {
    const result = await startMongoProcess(command);
    if (!('failed' in result)) return result;
    const waited = performance.now() - startedAt;
    const isServing = waited > SERVING_MS && (await findRunningMongo(dataDir)) !== null;
    if (!isLocked(result) || isServing || waited > LOCKED_MS) throw await explain(result, command, dataDir);
    await pause(LOCKED_PAUSE_MS);
  }
}

function isLocked(failure: MongoStartFailure): boolean {
  return failure.failed === 'open' && failure.reason.includes('DBPathInUse');
}

async function explain(
  failure: MongoStartFailure,
  command: MongoCommand,
  dataDir: string,
): Promise<MongoUnavailableError> {
  if (isLocked(failure)) {
    const other = await findRunningMongo(dataDir);
    const who = other ? `process ${other.pid} at ${other.url}` : 'another process';
    return new MongoUnavailableError(`The database in ${dataDir} is in use by ${who}.`);
  }
  if (failure.failed === 'listen') {
    return new MongoUnavailableError(`The database cannot listen on port ${command.port}: ${failure.reason}`);
  }
  return new MongoUnavailableError(
    withAlternatives(`The embedded MongoDB cannot run here: ${failure.reason}`),
  );
}

/** Restarts the process of a data directory when it exits and keeps its address in `mongo.json`. */
class MongoSupervisor {
  #current: MongoProcess | null = null;
  #isStopping = false;

  constructor(
    private readonly command: MongoCommand,
    private readonly dataDir: string,
    private readonly logger: Logger | undefined,
  ) {}

  get pid(): number {
    return this.#current?.pid ?? 0;
  }

  async supervise(running: MongoProcess): Promise<void> {
    this.#current = running;
    await writeMongoAddress(this.dataDir, { pid: running.pid, url: urlOf(running.port) });
    running.ended
      .then(() => this.#restart())
      .catch((error: unknown) => {
        this.logger?.error('the embedded MongoDB is not restarted', { error: messageOf(error) });
      });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#current?.stop();
    await removeMongoAddress(this.dataDir);
  }

  async #restart(): Promise<void> {
    for (let failures = 1; !this.#isStopping; failures += 1) {
      this.logger?.error('the embedded MongoDB ended, restarting it', { count: failures });
      await pause(backoffMs(failures, { firstMs: 100, maxMs: 5_000 }), undefined, { ref: false });
      if (this.#isStopping) return;
      const result = await startMongoProcess(this.command).catch((error: unknown): MongoStartFailure => ({
        failed: 'crash',
        reason: messageOf(error),
      }));
      if (!('failed' in result)) {
        if (this.#isStopping) return result.stop();
        return this.supervise(result);
      }
      this.logger?.error('the embedded MongoDB does not start', { reason: result.reason });
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
