import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Of the range for tests between networks (RFC 2544), which no real host has. */
const PREFIX = '198.18.77';

/** A host with an address and network interfaces of its own (a Linux network namespace) on this machine. */
interface NetworkHost {
  address: string;
  /** The beginning of a command that runs there. */
  within: readonly string[];
}

/** Hosts behind one router; this machine reaches all of them. */
export interface SeparateNetwork {
  hosts: readonly NetworkHost[];
  /** From now on no packet passes between these two hosts; they get no error. */
  cut(one: NetworkHost, other: NetworkHost): Promise<void>;
  /** Ends every cut. */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

/** Whether this process may make network namespaces: it is root on Linux, and `ip` (iproute2) is installed. */
export async function canSeparateNetworks(): Promise<boolean> {
  const name = `medley-${process.pid}-probe`;
  return execute('ip', ['netns', 'add', name])
    .then(() => execute('ip', ['netns', 'delete', name]))
    .then(
      () => true,
      () => false,
    );
}

/** Makes `count` hosts; `stop` removes them and everything that still runs in them. */
export async function startSeparateNetwork(count: number): Promise<SeparateNetwork> {
  const router = `medley-${process.pid}-r`;
  const near = `mdl${process.pid % 100_000}`;
  const nameOf = (index: number): string => `medley-${process.pid}-${index}`;
  const hosts = Array.from({ length: count }, (_, index) => ({
    address: `${PREFIX}.${4 * index + 6}`,
    within: ['ip', 'netns', 'exec', nameOf(index)],
  }));
  const cuts: string[][] = [];
  const stop = async (): Promise<void> => {
    const names = [...hosts.map((_, index) => nameOf(index)), router];
    for (const name of names) await removeNamespace(name);
    // With it goes the route; a namespace that is removed takes its own time.
    await ip('link', 'delete', near).catch(() => '');
  };
  try {
    await addRouter(router, near);
    for (const index of hosts.keys()) await addHost(router, nameOf(index), index);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    hosts,
    cut: async (one, other) => {
      for (const [from, to] of [[one, other], [other, one]] as const) {
        const rule = ['from', from.address, 'to', to.address, 'blackhole'];
        await ip('-n', router, 'rule', 'add', ...rule);
        cuts.push(rule);
      }
    }, // prettier-ignore
    heal: async () => {
      for (const rule of cuts.splice(0)) await ip('-n', router, 'rule', 'delete', ...rule);
    },
    stop,
  };
}

async function ip(...args: string[]): Promise<string> {
  return (await execute('ip', args)).stdout;
}

/** The router forwards between its interfaces; this machine has one of them. */
async function addRouter(router: string, near: string): Promise<void> {
  await ip('netns', 'add', router);
  await execute('ip', ['netns', 'exec', router, 'sysctl', '-qw', 'net.ipv4.ip_forward=1']);
  await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'uplink', 'netns', router);
  await ip('address', 'add', `${PREFIX}.2/30`, 'dev', near);
  await ip('link', 'set', near, 'up');
  await ip('-n', router, 'address', 'add', `${PREFIX}.1/30`, 'dev', 'uplink');
  await ip('-n', router, 'link', 'set', 'uplink', 'up');
  await ip('route', 'add', `${PREFIX}.0/24`, 'via', `${PREFIX}.1`);
}

async function addHost(router: string, name: string, index: number): Promise<void> {
  const [port, gateway, address] = [`h${index}`, `${PREFIX}.${4 * index + 5}`, `${PREFIX}.${4 * index + 6}`];
  await ip('netns', 'add', name);
  await ip('-n', router, 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('-n', router, 'address', 'add', `${gateway}/30`, 'dev', port);
  await ip('-n', router, 'link', 'set', port, 'up');
  await ip('-n', name, 'address', 'add', `${address}/30`, 'dev', 'eth0');
  for (const link of ['lo', 'eth0']) await ip('-n', name, 'link', 'set', link, 'up');
  await ip('-n', name, 'route', 'add', 'default', 'via', gateway);
}

/** With what still runs there; interfaces and routes go with their namespace. */
async function removeNamespace(name: string): Promise<void> {
  const pids = await ip('netns', 'pids', name).catch(() => '');
  for (const pid of pids.split('\n').filter((line) => line !== '')) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      continue; // it has ended meanwhile
    }
  }
  await ip('netns', 'delete', name).catch(() => '');
}
