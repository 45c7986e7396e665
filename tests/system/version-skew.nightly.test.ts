import type { PublicTask } from '@medley/task-view';
import { makeWav, startStubEngines, type StubEngines, until } from '@medley/testing';
import {
  type SeparateServices,
  type ServiceName,
  startSeparateServices,
  TaskLoad,
} from '@medley/testing/system';
import { type GuardedSource, startGuardedSource } from './guarded-source';
import { buildVersion, findReleaseCommit, type ReleasedVersion } from './released-version';

const amqpUrl = process.env['AMQP_URL'];
const release = findReleaseCommit();
const LANES = 4;
/** Steps, tasks, … that a new process has to its name before the one it replaces is stopped. */
const SHARE = 2;
const MEDIA_EVERY = 3;
/** Of the account of `startSeparateServices`. */
const BALANCE = 100_000;
const SECRET = 'Bearer secret-of-the-client';
/** The order of docs/operations.md; those of one wave are replaced at the same time. */
const waves: readonly (readonly ServiceName[])[] = [
  ['orchestrator'],
  ['fetcher', 'transcoder', 'transcriber', 'llm', 'pii', 'webhook-dispatcher'],
  ['gateway'],
];

const steps = /^medley_steps_total\{.*completed.*\} (\d+)/gm;
/** The lines in the metrics of a process that grow with its work. */
const workOf: Readonly<Record<ServiceName, RegExp>> = {
  orchestrator: /^medley_orchestrator_tasks_total\{.*\} (\d+)/gm,
  ...{ fetcher: steps, transcoder: steps, transcriber: steps, llm: steps, pii: steps },
  'webhook-dispatcher': /^medley_webhook_dispatcher_attempts_total\{.*\} (\d+)/gm,
  gateway: /^medley_gateway_request_seconds_count\{.*POST.*\} (\d+)/gm,
};

const canRun = amqpUrl !== undefined && release !== null;
const reason = release === null ? 'needs the git history with a release' : 'set AMQP_URL to run it';
if (!canRun) process.stderr.write(`The test of mixed versions is skipped: ${reason}.\n`);

(canRun ? describe : describe.skip)('services of this version and of the last release', () => {
  let old: ReleasedVersion;
  let engines: StubEngines;
  let source: GuardedSource;
  let system: SeparateServices;
  beforeAll(async () => {
    old = await buildVersion(release ?? '');
    engines = await startStubEngines();
    source = await startGuardedSource(makeWav(2), SECRET);
    system = await startSeparateServices({
      amqpUrl: amqpUrl ?? '',
      root: old.root,
      instances: Object.fromEntries(waves.flat().map((service) => [service, 1])),
      env: {
        WEBHOOK_RETRY_DELAYS_S: '0.2,0.4,0.8',
        STEP_RETRY_DELAYS_S: '0.1,0.2',
        PII_THREADS: '1',
        ...engines.env,
      },
    });
  });
  afterAll(async () => {
    await system.stop();
    await source.stop();
    await engines.stop();
    await old.remove();
  });

  it('keep every promise and refuse nothing during a rolling upgrade, and on the way back', async () => {
    const load = await TaskLoad.start({
      system,
      lanes: LANES,
      bodyOf: (n) => (n % MEDIA_EVERY === 0 ? mediaTask(source.url) : textTask),
      webhookHeaders: { authorization: SECRET },
    });
    await load.untilMoreEnded(SHARE);
    await system.admin('migrate');
    // Back in the same order, so that every other service is once behind and once ahead of the orchestrator.
    for (const root of ['', old.root]) {
      for (const wave of waves) {
        await Promise.all(
          wave.map((service) =>
            system.replace({ service, root }, (url) =>
              until(async () => (await workDone(url, service)) >= SHARE),
            ),
          ),
        );
        await load.untilMoreEnded(LANES);
      }
    }

    const { refused, faults } = await load.finish(BALANCE);
    expect([faults, refused]).toEqual([[], 0]);
    expect(await repeatedAttempts(system)).toEqual([]);
    expect(await system.admin('dead-letters', 'list')).toMatchObject({ dead_letters: [] });
  });
});

async function workDone(url: string, service: ServiceName): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(workOf[service])].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Through every kind of worker; the source is given out to whoever sends the secret header of the client. */
function mediaTask(url: string): object {
  const names = ['fetch', 'transcode', 'transcribe', 'depersonalize', 'llm'];
  return {
    url,
    source_headers: { authorization: SECRET },
    prompt: 'Кратко',
    steps: names.map((name) => ({ name })),
  };
}

/** A sealed mapping travels from one pii worker to another, and a unit of two steps to one of them. */
const textTask = {
  input: 'Иван Петров, +7 916 123-45-67',
  prompt: 'Кратко',
  steps: [
    { id: 'hide', name: 'depersonalize', options: { mode: 'reversible' } },
    { id: 'ask', name: 'llm', depends_on: ['hide'] },
    { id: 'show', name: 'restore', depends_on: ['ask'] },
    { id: 'again', name: 'depersonalize', options: { mode: 'reversible' }, depends_on: ['show'] },
    { id: 'back', name: 'restore', depends_on: ['again'] },
  ],
};

/** Steps that were begun again: a worker that is replaced finishes what it has. */
async function repeatedAttempts({ apis: [api] }: SeparateServices): Promise<string[]> {
  const repeated: string[] = [];
  for (let offset = 0, isMore = true; isMore; offset += 100) {
    const answer = await api?.call('GET', `/tasks?limit=100&offset=${offset}`);
    const { items } = answer?.body.data as { items: PublicTask[] };
    for (const { id, steps } of items) {
      repeated.push(...steps.filter(({ attempt }) => attempt > 1).map((step) => `${id} ${step.id}`));
    }
    isMore = items.length === 100;
  }
  return repeated;
}
