import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { environment } from '@medley/kit';
import { takeFreePorts } from '../network/take-free-port';

export interface PrivateRabbitMq {
  url: string;
  /** The root of the node's processes: the server's script, which starts the Erlang machine. */
  pid: number;
  stop(): Promise<void>;
}

const START_MS = 110_000;
/** Debian's wrapper on the PATH changes the user; the server itself is here and runs as any user. */
const DEBIAN_SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** The RabbitMQ server of this machine; null when there is none. */
export function findRabbitMqServer(): string | null {
  const names = (environment()['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'rabbitmq-server'));
  const found = [...names, '/usr/sbin/rabbitmq-server'].find((name) => existsSync(name));
  if (found === undefined) return null;
  return existsSync(DEBIAN_SERVER) ? DEBIAN_SERVER : realpathSync(found);
}

/**
 * Start a private broker node: free ports, data in a temporary directory, removed by `stop`.
 * `settings` are lines for its rabbitmq.conf.
 */
export async function startPrivateRabbitMq(server: string, settings = ''): Promise<PrivateRabbitMq> {
  const home = await mkdtemp(join(tmpdir(), 'medley-rabbitmq-'));
  const [port = 0, distPort = 0, epmdPort = 0] = await takeFreePorts(3);
  const plugins = join(home, 'enabled_plugins');
  await mkdir(join(home, 'log'));
  await writeFile(plugins, '[].');
  // The machine's own configuration may name ports that are taken.
  const config = join(home, 'rabbitmq.conf');
  await writeFile(config, settings);
  const env = {
    PATH: `${environment()['PATH'] ?? ''}:/usr/sbin:/sbin`,
    HOME: home,
    ERL_EPMD_PORT: String(epmdPort),
    RABBITMQ_NODENAME: `medley-${process.pid}-${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distPort),
    RABBITMQ_MNESIA_BASE: join(home, 'data'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
    RABBITMQ_CONFIG_FILE: config,
    RABBITMQ_CONF_ENV_FILE: join(home, 'none'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  };
  const child = spawn(server, [], { env, stdio: 'ignore', detached: true });
  const stop = async (): Promise<void> => {
    await endGroup(child);
    // The node has started its own name server (epmd), which outlives it.
    spawnSync('epmd', ['-port', String(epmdPort), '-kill'], { env, stdio: 'ignore' });
    await rm(home, { recursive: true, force: true });
  };
  try {
    await waitForGreeting(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `amqp://guest:guest@127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}

async function waitForGreeting(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    if (await speaksAmqp(port)) return;
    await pause(200);
  }
  throw new Error(
    child.exitCode === null ? 'RabbitMQ did not start in 110 s' : `RabbitMQ ended with ${child.exitCode}`,
  );
}

/** An open port is not enough: the node listens a moment before it answers. */
function speaksAmqp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('AMQP\x00\x00\x09\x01'));
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function endGroup(child: ChildProcess): Promise<void> {
  const ended =
    child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      return; // no process is left in the group
    }
    await Promise.race([ended, pause(10_000, undefined, { ref: false })]);
  }
}
