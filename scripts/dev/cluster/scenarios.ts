import { setTimeout as pause } from 'node:timers/promises';
import type { SeparateNetwork } from '@medley/testing';
import type { PrivateCluster, PrivateNode } from '@medley/testing/broker';
import type { TaskLoad } from '@medley/testing/system';

/** How long a fault lasts once it has been noticed by nothing but its load. */
const HOLD_MS = 10_000;
/** A partition lasts longer: Erlang notices it after 45 to 75 s, quorum queues after a few. */
const PARTITION_MS = 30_000;

export interface FaultContext {
  cluster: PrivateCluster;
  /** Absent: this process may not make networks. */
  network: SeparateNetwork | null;
  load: TaskLoad;
  /** The queue whose leader is hit. */
  queue: string;
}

interface Scenario {
  /** What happens, for the table of figures. */
  title: string;
  needsNetwork?: boolean;
  run(context: FaultContext): Promise<void>;
}

export const scenarios = {
  'node-killed': {
    title: 'the node that leads the queue of the orchestrators is killed, and starts again after 10 s',
    run: async (context) => {
      const node = await context.cluster.leaderOf(context.queue);
      await node.kill();
      await pause(HOLD_MS);
      await node.start();
    },
  },
  partition: {
    title: 'that node is cut off from the others for 30 s, and not from the services',
    needsNetwork: true,
    run: async ({ cluster, network, queue }) => {
      const leader = await cluster.leaderOf(queue);
      const hostOf = (node: PrivateNode): SeparateNetwork['hosts'][number] => {
        const host = network?.hosts[cluster.nodes.indexOf(node)];
        if (!host) throw new Error(`${node.name} has no network of its own`);
        return host;
      };
      for (const other of cluster.nodes.filter((node) => node !== leader)) {
        await network?.cut(hostOf(leader), hostOf(other));
      }
      await pause(PARTITION_MS);
      await network?.heal();
    },
  },
  'leader-moved': {
    title: 'leaders of queues are moved to other nodes, three times',
    run: async ({ cluster, queue }) => {
      for (let round = 0; round < 3; round += 1) await moveLeader(cluster, queue);
    },
  },
  'rolling-restart': {
    title: 'one node after the other is stopped and started again',
    run: async ({ cluster }) => {
      for (const node of cluster.nodes) {
        await node.stop();
        await node.start();
        await node.run('rabbitmqctl', 'await_startup');
      }
    },
  },
  'memory-alarm': {
    title: 'a node raises its memory alarm for 10 s',
    run: async ({ cluster }) => {
      const [node] = cluster.nodes;
      await node?.run('rabbitmqctl', 'set_vm_memory_high_watermark', 'absolute', '1');
      await pause(HOLD_MS);
      await node?.run('rabbitmqctl', 'set_vm_memory_high_watermark', '0.6');
    },
  },
} satisfies Record<string, Scenario>;

/** Asks the leader to hand over; RabbitMQ's own `rebalance` moves nothing while the leaders are spread evenly. */
async function moveLeader(cluster: PrivateCluster, queue: string): Promise<void> {
  const leader = await cluster.leaderOf(queue);
  const next = cluster.nodes[(cluster.nodes.indexOf(leader) + 1) % cluster.nodes.length];
  if (!next) throw new Error('a cluster has nodes');
  const id = (node: PrivateNode): string => `{'%2F_${queue}', '${node.name}'}`;
  await leader.run('rabbitmqctl', 'eval', `ra:transfer_leadership(${id(leader)}, ${id(next)}).`);
}

export type ScenarioName = keyof typeof scenarios;
