import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFreePorts } from '../network/take-free-port';
import type { SeparateNetwork } from '../network/separate-network';
import { until } from '../until';
import { PrivateNode, type NodeOptions } from './private-node';

const SIZE = 3;

/** Three RabbitMQ nodes of one cluster on this machine. */
export interface PrivateCluster {
  nodes: readonly PrivateNode[];
  /** Names all of them. */
  url: string;
  /** The node that leads a quorum queue, asked of a node that is alive. */
  leaderOf(queue: string, asked?: PrivateNode): Promise<PrivateNode>;
  stop(): Promise<void>;
}

/** `network`: a host for each node, so that they can be cut off from each other; absent: all on loopback. */
export interface ClusterOptions {
  server: string;
  settings?: string;
  network?: SeparateNetwork;
}

/**
 * Start three nodes with the setting that a cluster of quorum queues needs (`pause_minority`), joined by the addresses
 * of a list, as in production without a cluster operator. Data is in a temporary directory, removed by `stop`.
 */
export async function startPrivateCluster(options: ClusterOptions): Promise<PrivateCluster> {
  const home = await mkdtemp(join(tmpdir(), 'medley-cluster-'));
  const nodes = await planNodes(options, home);
  const [first] = nodes;
  if (!first) throw new Error('a cluster has nodes');
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
    for (const node of nodes) node.stopNameServer();
    await rm(home, { recursive: true, force: true });
  };
  try {
    // The others join the first, which therefore begins alone.
    await first.start();
    await Promise.all(nodes.slice(1).map((node) => node.start()));
    for (const node of nodes) await node.run('rabbitmqctl', 'await_startup');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes,
    url: `amqp://guest:guest@${nodes.map(({ host }) => host).join(',')}`,
    leaderOf: async (queue, asked = first) => {
      let leader: PrivateNode | undefined;
      await until(async () => {
        const name = await readLeader(asked, queue);
        leader = nodes.find((node) => node.name === name);
        return leader !== undefined;
      });
      return leader ?? first;
    },
    stop,
  };
}

/** Null: the queue has none now, or the command was cut short on a busy machine. */
async function readLeader(asked: PrivateNode, queue: string): Promise<string | null> {
  const text = await asked.run('rabbitmqctl', '-q', 'list_queues', 'name', 'leader');
  const rows = text.split('\n').map((line) => line.split('\t'));
  return rows.find(([name]) => name === queue)?.[1] ?? null;
}

async function planNodes(options: ClusterOptions, home: string): Promise<PrivateNode[]> {
  const { server, settings = '', network } = options;
  const ports = await takeFreePorts(2 * SIZE + 1);
  const [epmdPort = 0, ...rest] = ports;
  const hostOf = (index: number): string => network?.hosts[index]?.address ?? 'localhost';
  const nameOf = (index: number): string => `medley-${process.pid}-${index}@${hostOf(index)}`;
  const formation = [
    'cluster_formation.peer_discovery_backend = classic_config',
    `cluster_formation.classic_config.nodes.1 = ${nameOf(0)}`,
    'cluster_partition_handling = pause_minority',
    // A node that is cut off is noticed after 11 to 19 s instead of 45 to 75 s; until then it keeps its consumers.
    'net_ticktime = 15',
    // The user `guest` must reach nodes in other networks of this machine, too.
    'loopback_users = none',
  ];
  return Array.from({ length: SIZE }, (_, index) => {
    const host = network?.hosts[index];
    const node: NodeOptions = {
      server,
      home,
      directory: join(home, String(index)),
      name: nameOf(index),
      address: host?.address ?? '127.0.0.1',
      port: rest[2 * index] ?? 0,
      distPort: rest[2 * index + 1] ?? 0,
      epmdPort,
      settings: `${[...formation, settings].join('\n')}\n`,
      ...(host && { within: host.within }),
    };
    return new PrivateNode(node);
  });
}
