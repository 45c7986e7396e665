import { parseArgs } from 'node:util';
import {
  canSeparateNetworks,
  makeWav,
  serveBytes,
  startSeparateNetwork,
  startStubEngines,
} from '@medley/testing';
import { findRabbitMqServer, type PrivateCluster, startPrivateCluster } from '@medley/testing/broker';
import {
  type LoadFindings,
  type SeparateServices,
  startSeparateServices,
  TaskLoad,
} from '@medley/testing/system';
import { runMain } from '../run-main';
import { say } from '../say';
import { scenarios, type FaultContext, type ScenarioName } from './scenarios';

const LANES = 8;
/** Tasks that end before the fault, and again after it. */
const CALM_TASKS = 60;
/** Every so many tasks one goes through the steps of media and models. */
const MEDIA_EVERY = 10;
const PREFIX = 'cluster';
const BALANCE = 100_000;
const names = Object.keys(scenarios) as ScenarioName[];

/**
 * `npm run cluster [-- --scenario NAME …]`: three RabbitMQ nodes and two processes of every service on this machine, a
 * load of tasks through them, and a fault. Prints what the load has seen; exit code 1 when a promise was broken.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { scenario: { type: 'string', multiple: true } } });
  const chosen = values.scenario ?? names;
  const unknown = chosen.filter((name) => !names.includes(name as ScenarioName));
  if (unknown.length > 0) throw new Error(`no scenario ${unknown.join(', ')}; there are ${names.join(', ')}`);
  const server = findRabbitMqServer();
  if (server === null) throw new Error('this command needs an installed rabbitmq-server');
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const one of stops.reverse()) await one();
  };
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= stopAll());
  // Without this, what was started would stay when the command is interrupted.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const exit = (): never => process.exit(1);
      stop().then(exit, exit);
    });
  }
  try {
    const network = (await canSeparateNetworks()) ? await startSeparateNetwork(3) : null;
    if (network) stops.push(() => network.stop());
    const cluster = await startPrivateCluster({ server, ...(network && { network }) });
    stops.push(() => cluster.stop());
    say(`Three nodes: ${cluster.nodes.map(({ name }) => name).join(', ')}`);
    const { system, bodyOf } = await startServices(cluster, stops);
    say('Two processes of every service are ready');
    for (const name of chosen as ScenarioName[]) {
      if ('needsNetwork' in scenarios[name] && network === null) {
        say(`${name}: not run, this process may not make network namespaces (it needs root and iproute2)`);
        continue;
      }
      const load = await TaskLoad.start({ system, lanes: LANES, bodyOf });
      await runScenario(name, { cluster, network, load, queue: `${PREFIX}.orchestrator.v1` });
    }
  } finally {
    await stop();
  }
}

async function runScenario(name: ScenarioName, context: FaultContext): Promise<void> {
  const { load } = context;
  await load.untilMoreEnded(CALM_TASKS);
  const refusedBefore = load.refused;
  await scenarios[name].run(context);
  await load.untilMoreEnded(CALM_TASKS);
  const findings = await load.finish(BALANCE);
  say(`${name}: ${scenarios[name].title}`);
  say(`  ${describe(findings)}; refused before the fault: ${refusedBefore}`);
  for (const fault of findings.faults) say(`  BROKEN: ${fault}`);
  if (findings.faults.length > 0) process.exitCode = 1;
}

function describe(findings: LoadFindings): string {
  const { accepted, refused, repeatedWebhooks, medianMs, slowestMs, longestPauseMs } = findings;
  const counts = `${accepted} tasks accepted, ${refused} creations refused, ${repeatedWebhooks} webhooks repeated`;
  return `${counts}; to the webhook: median ${medianMs} ms, slowest ${slowestMs} ms; longest pause ${longestPauseMs} ms`;
}

interface Services {
  system: SeparateServices;
  bodyOf(n: number): object;
}

/** Two processes of every service, with stub engines for speech and language. */
async function startServices(cluster: PrivateCluster, stops: (() => Promise<unknown>)[]): Promise<Services> {
  const source = await serveBytes({ '/tone.wav': makeWav(3) });
  stops.push(() => source.stop());
  const engines = await startStubEngines();
  stops.push(() => engines.stop());
  const two = { gateway: 2, orchestrator: 2, fetcher: 2, transcoder: 2, transcriber: 2, llm: 2, pii: 2 };
  const system = await startSeparateServices({
    amqpUrl: cluster.url,
    instances: { ...two, 'webhook-dispatcher': 2 },
    env: {
      AMQP_PREFIX: PREFIX,
      WEBHOOK_RETRY_DELAYS_S: '0.2,0.4,0.8',
      STEP_RETRY_DELAYS_S: '0.1,0.2',
      ...engines.env,
    },
  });
  stops.push(() => system.stop());
  const url = `${source.url}/tone.wav`;
  const names = ['fetch', 'transcode', 'transcribe', 'depersonalize', 'llm'];
  const media = { url, prompt: 'Кратко', steps: names.map((name) => ({ name })) };
  const text = {
    input: 'Иван Петров, +7 916 123-45-67',
    steps: [{ name: 'depersonalize' }, { id: 'again', name: 'depersonalize' }],
  };
  return { system, bodyOf: (n) => (n % MEDIA_EVERY === 0 ? media : text) };
}

runMain(main);
