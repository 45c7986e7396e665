import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from '@medley/kit';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { gate, startGate } from '../check/gate';
import { findRabbitMqServer, type PrivateRabbitMq, startPrivateRabbitMq } from '@medley/testing/broker';
import { say } from '../say';
import { runMain } from '../run-main';
import { runSuites } from './run-suites';

/** Attacks at full size, series of crashes, media of every format: what takes over 10 s because of what it proves. */
const extendedSuites = ['/tests/hostile/', '\\.slow\\.test\\.ts$'];
/** Of several minutes: long outages, rolled keys and versions, hundreds of tasks across a crash, commands of runbooks. */
const nightlySuites = ['\\.nightly\\.test\\.ts$'];

/**
 * `npm test [-- jest arguments]`: the gate, then the suites on one embedded MongoDB and on the available brokers. The
 * extended suites run too in continuous integration (`CI=true`), the nightly ones with `NIGHTLY=true`, and both when they
 * are named.
 */
async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const isPartial = named.length > 0;
  const jestArguments = isPartial ? named : ['--testPathIgnorePatterns', 'node_modules', ...leftOut()];
  const gateRun = isPartial ? null : startGate();
  await gateRun?.processorFree;
  const directory = await mkdtemp(join(tmpdir(), 'medley-test-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
  try {
    const mongo = await startEmbeddedMongo({ dataDir: directory, onProgress: say });
    stops.push(() => mongo.stop());
    const broker = await findBroker();
    if (broker) stops.push(() => broker.stop());
    // Prepared by `pretest`, so that jest.config.js need not look again.
    const own = { TEST_MONGO_URL: mongo.url, MEDLEY_PREPARED: 'true' };
    const env = { ...environment(), ...own, ...(broker ? { AMQP_URL: broker.url } : {}) };
    const suites = await runSuites(jestArguments, { env, directory, runsFailedAgain: !isPartial });
    const gateFailed = (await gateRun?.failed) ?? 0;
    const passed = suites.passed + (isPartial ? 0 : gate.length - gateFailed);
    const failed = suites.failed + gateFailed;
    say(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** The suites that a whole run leaves out, said in a line. */
function leftOut(): string[] {
  if (environment()['NIGHTLY'] === 'true') return [];
  say('Without the nightly suites (*.nightly.test.ts): NIGHTLY=true npm test runs all.');
  if (environment()['CI'] === 'true') return nightlySuites;
  say('Without the extended suites (tests/hostile, *.slow.test.ts): CI=true npm test runs them.');
  return [...extendedSuites, ...nightlySuites];
}

/** The RabbitMQ for suites beside the memory broker: that of `AMQP_URL`, else a private node of the installed server. */
async function findBroker(): Promise<Pick<PrivateRabbitMq, 'url' | 'stop'> | null> {
  const url = environment()['AMQP_URL'];
  if (url !== undefined && url !== '') {
    say('Suites run on the embedded broker and on the RabbitMQ of AMQP_URL.');
    return { url, stop: () => Promise.resolve() };
  }
  const server = findRabbitMqServer();
  if (server === null) {
    say(
      'No RabbitMQ here (AMQP_URL, or rabbitmq-server on the PATH): suites run on the embedded broker only.',
    );
    return null;
  }
  const broker = await startPrivateRabbitMq(server);
  say('Suites run on the embedded broker and on a private RabbitMQ node.');
  return broker;
}

runMain(main);
