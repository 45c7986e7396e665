import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { environment } from '@medley/kit';

const START_MS = 200_000;
const COMMAND_MS = 60_000;
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

export interface NodeOptions {
  server: string;
  /** Of the node alone: data, log, configuration. */
  directory: string;
  /** Holds the Erlang cookie; nodes of one cluster share it. */
  home: string;
  /** `name@host`; with a dot in the host it is a long name. */
  name: string;
  address: string;
  port: number;
  distPort: number;
  epmdPort: number;
  /** Lines for rabbitmq.conf. */
  settings?: string;
  /** Runs the node and its commands in a network of its own, such as `ip netns exec NAME`. */
  within?: readonly string[];
}

/** A RabbitMQ node of its own files and ports; it can be killed and started again. */
export class PrivateNode {
  readonly #options: NodeOptions;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.#env = environmentOf(options);
  }

  get name(): string {
    return this.#options.name;
  }

  get host(): string {
    return `${this.#options.address}:${this.#options.port}`;
  }

  /** The root of the node's processes: the server's script, which starts the Erlang machine. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** For commands of RabbitMQ that a test runs itself; the PATH is where they are. */
  get commandEnv(): Record<string, string> {
    return { ...this.#env, PATH: dirname(this.#options.server) };
  }

  /** Resolves when the node answers to AMQP clients. */
  async start(): Promise<void> {
    const { directory, settings = '', server } = this.#options;
    await mkdir(join(directory, 'log'), { recursive: true });
    await writeFile(join(directory, 'enabled_plugins'), '[].');
    // The machine's own configuration may name ports that are taken.
    await writeFile(join(directory, 'rabbitmq.conf'), settings);
    const [command, args] = this.#inside(server);
    const child = spawn(command, args, { env: this.#env, stdio: 'ignore', detached: true });
    this.#child = child;
    await this.#waitForGreeting(child);
  }

  /** Like a power cut: every process of the node ends at once. */
  async kill(): Promise<void> {
    if (this.#child) await endGroup(this.#child, ['SIGKILL']);
  }

  /** Ends the node as its service manager does, by force after 10 s. */
  async stop(): Promise<void> {
    if (this.#child) await endGroup(this.#child, ['SIGTERM', 'SIGKILL']);
  }

  /** The name server (epmd) that the first node has started outlives it. */
  stopNameServer(): void {
    const [command, args] = this.#inside('epmd', '-port', String(this.#options.epmdPort), '-kill');
    spawnSync(command, args, { env: this.#env, stdio: 'ignore' });
  }

  /** Runs `rabbitmqctl`, `rabbitmq-queues`, … with this node; returns what it prints. */
  async run(program: string, ...args: string[]): Promise<string> {
    const [command, rest] = this.#inside(join(dirname(this.#options.server), program), ...args);
    const { stdout } = await promisify(execFile)(command, rest, { env: this.#env, timeout: COMMAND_MS });
    return stdout;
  }

  /** A command with its arguments, in the network of the node. */
  #inside(program: string, ...args: string[]): [command: string, args: string[]] {
    const [first, ...rest] = this.#options.within ?? [];
    return first === undefined ? [program, args] : [first, [...rest, program, ...args]];
  }

  async #waitForGreeting(child: ChildProcess): Promise<void> {
    const { address, port } = this.#options;
    const deadline = performance.now() + START_MS;
    while (performance.now() < deadline && child.exitCode === null) {
      if (await speaksAmqp(address, port)) return;
      await pause(200);
    }
    throw new Error(
      child.exitCode === null ? 'RabbitMQ did not start in 110 s' : `RabbitMQ ended with ${child.exitCode}`,
    );
  }
}

function environmentOf(options: NodeOptions): Record<string, string> {
  const { directory, home, name, address, port, distPort, epmdPort } = options;
  const inetAddress = `{${address.replaceAll('.', ',')}}`;
  return {
    PATH: `${environment()['PATH'] ?? ''}:/usr/sbin:/sbin`,
    HOME: home,
    ERL_EPMD_PORT: String(epmdPort),
    RABBITMQ_NODENAME: name,
    ...(name.includes('.') && { RABBITMQ_USE_LONGNAME: 'true' }),
    RABBITMQ_NODE_IP_ADDRESS: address,
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distPort),
    RABBITMQ_MNESIA_BASE: join(directory, 'data'),
    RABBITMQ_LOG_BASE: join(directory, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(directory, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: join(directory, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(directory, 'none'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-kernel inet_dist_use_interface ${inetAddress}`,
  };
}

/** An open port is not enough: the node listens a moment before it answers. */
function speaksAmqp(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address, () => socket.write('AMQP\x00\x00\x09\x01'));
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function endGroup(child: ChildProcess, signals: readonly NodeJS.Signals[]): Promise<void> {
  const ended =
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise((resolve) => child.once('exit', resolve));
  for (const signal of signals) {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      return; // no process is left in the group
    }
    await Promise.race([ended, pause(10_000, undefined, { ref: false })]);
  }
}
