import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFreePorts } from '../network/take-free-port';
import { PrivateNode } from './private-node';

export interface PrivateRabbitMq {
  url: string;
  /** The root of the node's processes: the server's script, which starts the Erlang machine. */
  pid: number;
  /** What `rabbitmqctl` and its sisters need to find this node; their directory is the PATH. */
  env: Record<string, string>;
  /** Ends it at once, like a power cut; `start` continues with what it had stored. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Start a private broker node: free ports, data in a temporary directory, removed by `stop`.
 * `settings` are lines for its rabbitmq.conf.
 */
export async function startPrivateRabbitMq(server: string, settings = ''): Promise<PrivateRabbitMq> {
  const home = await mkdtemp(join(tmpdir(), 'medley-rabbitmq-'));
  const [port = 0, distPort = 0, epmdPort = 0] = await takeFreePorts(3);
  const node = new PrivateNode({
    server,
    directory: home,
    home,
    name: `medley-${process.pid}-${port}@localhost`,
    address: '127.0.0.1',
    port,
    distPort,
    epmdPort,
    settings,
  });
  const stop = async (): Promise<void> => {
    await node.stop();
    node.stopNameServer();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await node.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `amqp://guest:guest@${node.host}`,
    get pid() {
      return node.pid;
    },
    env: node.commandEnv,
    kill: () => node.kill(),
    start: () => node.start(),
    stop,
  };
}
