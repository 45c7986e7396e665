import { backoffMs, messageOf, type Logger } from '@medley/kit';
import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chooseRuntime } from './choose-runtime';
import { findRunningEngine, removeEngineFile, writeEngineFile } from './engine-file';
import {
  startEngineProcess,
  type EngineCommand,
  type EngineFailure,
  type EngineProcess,
} from './engine-process';
import { EngineUnavailableError, withWaysOut } from './engine-unavailable-error';

export interface MongoEngineOptions {
  /** Holds `mongo/` (or `mongod/`, when a server of the PATH is used) and `mongo.json`. */
  dataDir: string;
  /** On 127.0.0.1; 0 or absent: any free one. */
  port?: number;
  logger?: Logger;
  /** Hears what takes long, in words for a person. */
  onProgress?: (text: string) => void;
}

export interface MongoEngine {
  /** `mongodb://127.0.0.1:<port>/medley` */
  url: string;
  port: number;
  pid: number;
  /** Finish within 5 s, then kill. */
  stop(): Promise<void>;
}

/** An engine that was told to end, by its parent's death for one, may hold the directory a little longer. */
const LOCKED_MS = 10_000;
/** One that still serves after this long has not been told to end; an admin command would be done by then. */
const SERVING_MS = 4_000;
const LOCKED_PAUSE_MS = 200;
const DATABASE = 'medley';

/**
 * Start a MongoDB engine for a directory and keep it running: an engine that dies is started again on the same port.
 * One engine per directory. @throws EngineUnavailableError naming what to do instead
 */
export async function startMongoEngine(options: MongoEngineOptions): Promise<MongoEngine> {
  const dataDir = resolve(options.dataDir);
  const command = await chooseCommand(dataDir, options);
  const first = await openWhenFree(command, dataDir);
  const keeper = new EngineKeeper({ ...command, port: first.port }, dataDir, options.logger);
  await keeper.keep(first);
  return {
    url: urlOf(first.port),
    port: first.port,
    get pid() {
      return keeper.pid;
    },
    stop: () => keeper.stop(),
  };
}

function urlOf(port: number): string {
  return `mongodb://127.0.0.1:${port}/${DATABASE}`;
}

/** The embedded engine, or a `mongod` of the PATH: whichever the directory's data belongs to, else what runs here. */
async function chooseCommand(dataDir: string, options: MongoEngineOptions): Promise<EngineCommand> {
  const port = options.port ?? 0;
  const plain = { execPath: process.execPath, execArgv: [] };
  const mongod: EngineCommand = {
    script: 'mongod-keeper.cjs',
    runtime: plain,
    directory: join(dataDir, 'mongod'),
    port,
  };
  if (await exists(mongod.directory)) return mongod;
  const directory = join(dataDir, 'mongo');
  try {
    const runtime = await chooseRuntime(dataDir, options.onProgress ?? (() => undefined));
    return { script: 'engine-process.cjs', runtime, directory, port };
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    if (await exists(directory))
      throw new EngineUnavailableError(withWaysOut(error.message), { cause: error });
    options.logger?.warn('the embedded database cannot run here, trying a mongod of the PATH', {
      reason: error.message,
    });
    return mongod;
  }
}

async function openWhenFree(command: EngineCommand, dataDir: string): Promise<EngineProcess> {
  await mkdir(command.directory, { recursive: true, mode: 0o700 });
  const startedAt = performance.now();
  for (;;) {
    const result = await startEngineProcess(command);
    if (!('failed' in result)) return result;
    const waited = performance.now() - startedAt;
    const isServing = waited > SERVING_MS && (await findRunningEngine(dataDir)) !== null;
    if (!isLocked(result) || isServing || waited > LOCKED_MS) throw await explain(result, command, dataDir);
    await pause(LOCKED_PAUSE_MS);
  }
}

function isLocked(failure: EngineFailure): boolean {
  return failure.failed === 'open' && failure.reason.includes('DBPathInUse');
}

async function explain(
  failure: EngineFailure,
  command: EngineCommand,
  dataDir: string,
): Promise<EngineUnavailableError> {
  if (isLocked(failure)) {
    const other = await findRunningEngine(dataDir);
    const who = other ? `process ${other.pid} at ${other.url}` : 'another process';
    return new EngineUnavailableError(`The database in ${dataDir} is in use by ${who}.`);
  }
  if (failure.failed === 'listen') {
    return new EngineUnavailableError(
      `The database cannot listen on port ${command.port}: ${failure.reason}`,
    );
  }
  return new EngineUnavailableError(withWaysOut(`The database engine cannot run here: ${failure.reason}`));
}

/** Keeps one engine of a directory alive and its address on file. */
class EngineKeeper {
  #current: EngineProcess | null = null;
  #isStopping = false;

  constructor(
    private readonly command: EngineCommand,
    private readonly dataDir: string,
    private readonly logger: Logger | undefined,
  ) {}

  get pid(): number {
    return this.#current?.pid ?? 0;
  }

  async keep(engine: EngineProcess): Promise<void> {
    this.#current = engine;
    await writeEngineFile(this.dataDir, { pid: engine.pid, url: urlOf(engine.port) });
    engine.ended
      .then(() => this.#restart())
      .catch((error: unknown) => {
        this.logger?.error('the database engine is not started again', { error: messageOf(error) });
      });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#current?.stop();
    await removeEngineFile(this.dataDir);
  }

  async #restart(): Promise<void> {
    for (let failures = 1; !this.#isStopping; failures += 1) {
      this.logger?.error('the database engine ended, starting it again', { count: failures });
      await pause(backoffMs(failures, { firstMs: 100, maxMs: 5_000 }), undefined, { ref: false });
      if (this.#isStopping) return;
      const result = await startEngineProcess(this.command).catch((error: unknown): EngineFailure => ({
        failed: 'crash',
        reason: messageOf(error),
      }));
      if (!('failed' in result)) {
        if (this.#isStopping) return result.stop();
        return this.keep(result);
      }
      this.logger?.error('the database engine does not start', { reason: result.reason });
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
