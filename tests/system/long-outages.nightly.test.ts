// eslint-disable-next-line no-restricted-syntax -- the length of the outages; no assertion depends on it
import { setTimeout as pause } from 'node:timers/promises';
import type { PublicTask } from '@medley/task-view';
import { type FaultProxy, startFaultProxy, until } from '@medley/testing';
import { findRabbitMqServer, type PrivateRabbitMq, startPrivateRabbitMq } from '@medley/testing/broker';
import { type KillableMongo, startKillableMongo } from '@medley/testing/mongo';
import {
  type Api,
  type SeparateServices,
  startAllInOne,
  startSeparateServices,
} from '@medley/testing/system';
import { type HeldWork, startHeldWork } from './held-work';

/** Longer than the 60 s after which an attempt without a heartbeat is given up as lost. */
const OUTAGE_MS = 75_000;
const AFTER = { timeoutMs: 200_000 };
const amqpUrl = process.env['AMQP_URL'] ?? '';

/** What an outage befalls. The database and RabbitMQ are those of the case alone. */
interface Deployment {
  api: Api;
  mongo: KillableMongo;
  /** Of separate services. */
  services: SeparateServices | null;
  /** Between the workers and RabbitMQ. */
  proxy: FaultProxy | null;
  rabbit: PrivateRabbitMq | null;
  stop(): Promise<void>;
}

interface FaultCase {
  title: string;
  needs: 'separate services' | 'separate services, RabbitMQ of their own' | 'one process';
  begin(deployment: Deployment): unknown;
  end(deployment: Deployment): unknown;
  /** How often the work is begun that ran when the outage began, and the attempt that counts. */
  begun: [starts: number, attempt: number];
  /** How the task ends whose step was in its last attempt, the third, and how often that is begun in all. */
  last: [status: 'completed' | 'failed', starts: number];
}

const workers = ['llm', 'fetcher'] as const;
async function killWorkers({ services }: Deployment): Promise<void> {
  for (const worker of workers) await services?.programs.get(worker)?.[0]?.end('SIGKILL');
}
async function startWorkers({ services }: Deployment): Promise<void> {
  for (const worker of workers) await services?.crash(worker, 0);
}

const outages: readonly FaultCase[] = [
  {
    ...{ title: 'the workers are killed', needs: 'separate services' },
    ...{ begin: killWorkers, end: startWorkers },
    ...{ begun: [2, 2], last: ['failed', 3] },
  },
  {
    ...{ title: 'the workers cannot reach RabbitMQ', needs: 'separate services' },
    begin: ({ proxy }) => proxy?.set({ kind: 'reset' }),
    end: ({ proxy }) => proxy?.set({ kind: 'pass' }),
    // The orchestrator cannot tell them from killed ones.
    ...{ begun: [1, 1], last: ['failed', 3] },
  },
  {
    ...{ title: 'MongoDB answers nothing', needs: 'separate services' },
    ...{ begin: ({ mongo }) => mongo.freeze(), end: ({ mongo }) => mongo.thaw() },
    ...{ begun: [1, 1], last: ['completed', 3] },
  },
  {
    ...{ title: 'MongoDB is killed', needs: 'one process' },
    ...{ begin: ({ mongo }) => mongo.kill(), end: ({ mongo }) => mongo.start() },
    ...{ begun: [1, 1], last: ['completed', 3] },
  },
  {
    ...{ title: 'the workers and MongoDB are killed', needs: 'separate services' },
    begin: (deployment) => Promise.all([killWorkers(deployment), deployment.mongo.kill()]),
    end: (deployment) => Promise.all([startWorkers(deployment), deployment.mongo.start()]),
    // Nobody could give the attempt up: a worker takes it over.
    ...{ begun: [2, 1], last: ['completed', 4] },
  },
  {
    ...{ title: 'RabbitMQ is killed', needs: 'separate services, RabbitMQ of their own' },
    ...{ begin: ({ rabbit }) => rabbit?.kill(), end: ({ rabbit }) => rabbit?.start() },
    ...{ begun: [1, 1], last: ['completed', 3] },
  },
];

/** Begun and answered in the outage, or after it; in its last attempt. */
const begun = ['llm-early', 'llm-late', 'llm-later', 'fetch-early', 'fetch-late', 'fetch-last'];
/** Not begun before the outage, since a worker runs three steps of a kind at once; by two workers begun just before it. */
const waiting = ['llm-next', 'llm-after-next', 'fetch-next', 'fetch-after-next'];

const isFree = (name: string): boolean => name.startsWith('fetch');

async function startDeployment({ needs }: FaultCase, work: HeldWork): Promise<Deployment> {
  const stops: (() => Promise<unknown>)[] = [];
  const mongo = await startKillableMongo();
  stops.push(() => mongo.stop());
  const stop = async (): Promise<void> => {
    for (const one of stops.reverse()) await one();
  };
  const env = {
    ...{ LLM_BASE_URL: work.llmUrl, LLM_API_KEY: 'sk-upstream', LLM_SILENCE_MS: '300000' },
    ...{ STEP_RETRY_DELAYS_S: '0.1,0.2', ASSUME_STEPS: 'llm,fetch', CONCURRENCY: '3' },
  };
  if (needs === 'one process') {
    const medley = await startAllInOne({ MONGO_URL: mongo.url, ...env });
    stops.push(() => medley.stop());
    return { api: medley.api, mongo, services: null, proxy: null, rabbit: null, stop };
  }
  const server = findRabbitMqServer() ?? '';
  const rabbit = needs === 'separate services' ? null : await startPrivateRabbitMq(server);
  stops.push(() => rabbit?.stop() ?? Promise.resolve());
  const url = rabbit?.url ?? amqpUrl;
  const { hostname, port } = new URL(url);
  const proxy = await startFaultProxy({ host: hostname, port: Number(port || 5672) });
  stops.push(() => proxy.close());
  const services = await startSeparateServices({
    amqpUrl: url,
    mongoUrl: mongo.url,
    // After an outage of RabbitMQ, a message may come to another worker than the one that runs its step.
    instances: { gateway: 1, orchestrator: 1, llm: rabbit ? 2 : 1, fetcher: rabbit ? 2 : 1 },
    env,
    envOf: (service): Record<string, string> => {
      if (service !== 'llm' && service !== 'fetcher') return {};
      return { AMQP_URL: proxy.through(url) };
    },
  });
  stops.push(() => services.stop());
  const [api] = services.apis;
  if (!api) throw new Error('no gateway');
  return { api, mongo, services, proxy, rabbit, stop };
}

/** By name: how the task ended, how often its work was begun, and the attempt of its step. */
type Outcome = Record<string, [status: string, starts: number, attempt: number]>;

async function goThrough(outage: FaultCase): Promise<Outcome> {
  const work = await startHeldWork();
  const deployment = await startDeployment(outage, work);
  try {
    const { api } = deployment;
    const ids = new Map<string, string>();
    const create = async (name: string): Promise<string> => {
      const { id } = name.startsWith('llm')
        ? await api.create('/llm', { input: `held-work:${name}`, prompt: 'Ответь.' })
        : await api.create('/tasks', { url: work.mediaUrl(name), steps: [{ name: 'fetch' }] });
      ids.set(name, id);
      return id;
    };
    work.refuse('fetch-last', 2);
    for (const name of begun) await create(name);
    for (const id of ids.values())
      await until(async () => (await api.task(id)).steps[0]?.status === 'running');
    for (const name of waiting) await create(name);
    // A free step begins without a claim: the orchestrator does not know of it when the outage begins at once.
    if (deployment.rabbit)
      for (const name of waiting.filter(isFree)) await until(() => work.starts(name) === 1);

    await outage.begin(deployment);
    await pause(OUTAGE_MS / 2);
    work.answer(begun.filter((name) => name.endsWith('early')));
    await pause(OUTAGE_MS / 2);
    await outage.end(deployment);
    work.answer();
    const tasks = new Map<string, PublicTask>();
    for (const [name, id] of ids) tasks.set(name, await endOf(api, id));
    // Further tasks show that every message published before them was handled. The gateway may be the last to be connected.
    for (const name of ['llm-further', 'fetch-further']) {
      await until(() => isAccepted(() => create(name)), AFTER);
      await endOf(api, ids.get(name) ?? '');
    }
    const found: Outcome = {};
    for (const [name, { status, steps }] of tasks)
      found[name] = [status, work.starts(name), steps[0]?.attempt ?? 0];
    return found;
  } finally {
    await deployment.stop();
    await work.stop();
  }
}

function isAccepted(create: () => Promise<unknown>): Promise<boolean> {
  return create().then(
    () => true,
    () => false,
  );
}

/** The task once it has ended; the gateway may not answer yet. */
async function endOf(api: Api, id: string): Promise<PublicTask> {
  let task: PublicTask | null = null;
  await until(async () => {
    task = await api.task(id).catch(() => task);
    return task !== null && task.status !== 'pending';
  }, AFTER);
  if (!task) throw new Error(`task ${id} is nowhere`);
  return task;
}

const isPossible = ({ needs }: FaultCase): boolean =>
  needs === 'one process' ||
  (amqpUrl !== '' && (needs === 'separate services' || findRabbitMqServer() !== null));

describe('an outage of 75 s: every task ends, and paid work is begun again only if its worker was killed', () => {
  const possible = outages.filter(isPossible);
  /** All at once, since they last that long. */
  const outcomes = new Map<string, Promise<Outcome>>();
  beforeAll(() => {
    for (const outage of possible) {
      const outcome = goThrough(outage);
      outcome.catch(() => undefined);
      outcomes.set(outage.title, outcome);
    }
  });

  it.each(possible)('also when $title', async ({ title, begun: began, last }) => {
    const outcome = (await outcomes.get(title)) ?? {};
    expect(outcome).toEqual({
      ...Object.fromEntries(begun.map((name) => [name, ['completed', ...began]])),
      ...Object.fromEntries(waiting.map((name) => [name, ['completed', 1, 1]])),
      'fetch-last': [...last, 3],
    });
  });
});
