import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFreePort } from '../network/take-free-port';
import { Program } from '../program';
import { until } from '../until';

/** A database process of one suite. It begins running. */
export interface KillableMongo {
  url: string;
  /** Ends it at once, like a power cut. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same data and port. */
  start(): Promise<void>;
  /** It keeps its connections and answers nothing until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `npm run mongo` on a temporary directory, which `stop` removes. */
export async function startKillableMongo(): Promise<KillableMongo> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-killable-mongo-'));
  const port = await takeFreePort();
  let program: Program;
  const start = async (): Promise<void> => {
    program = new Program('scripts/dist/mongo/main.js', {}, ['--data', directory, '--port', String(port)]);
    await until(() => program.hasEnded || program.output.includes('ready'));
    if (program.hasEnded) throw new Error(`no database: ${program.output}`);
  };
  // The program starts the database in a process group of its own and would start another one in its place.
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const { pid } = JSON.parse(await readFile(join(directory, 'mongo.json'), 'utf8')) as { pid: number };
    process.kill(-pid, name);
  };
  await start();
  return {
    url: `mongodb://127.0.0.1:${port}/medley`,
    kill: async () => {
      await signal('SIGKILL');
      await program.end('SIGKILL');
    },
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop: async () => {
      await program.end('SIGTERM');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
