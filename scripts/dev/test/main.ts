import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from '@medley/kit';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { gate, runGate } from '../check/gate';
import { findRabbitMqServer, type PrivateRabbitMq, startPrivateRabbitMq } from '@medley/testing/broker';
import { say } from '../say';
import { runMain } from '../run-main';

/** Attacks at full size, series of crashes, media of every format: what takes over 10 s because of what it proves. */
const extendedSuites = ['/tests/hostile/', '\\.slow\\.test\\.ts$'];
/** Of several minutes: outages of over a minute, keys and versions that are rolled through a deployment. */
const nightlySuites = ['\\.nightly\\.test\\.ts$'];

/** Of the slowest suites that are named at the end. */
const SLOWEST = 12;

interface Outcome {
  passed: number;
  failed: number;
}

/**
 * `npm test [-- jest arguments]`: the gate, then the suites on one embedded MongoDB and on the available brokers. The
 * extended suites run too in continuous integration (`CI=true`), the nightly ones with `NIGHTLY=true`, and both when they
 * are named.
 */
async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const isPartial = named.length > 0;
  const jestArguments = isPartial ? named : ['--testPathIgnorePatterns', 'node_modules', ...leftOut()];
  const gateFailed = isPartial ? 0 : await runGate();
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
    const outcome = await runJest(jestArguments, env, join(directory, 'jest.json'));
    const passed = outcome.passed + (isPartial ? 0 : gate.length - gateFailed);
    const failed = outcome.failed + gateFailed;
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

async function runJest(args: readonly string[], env: NodeJS.ProcessEnv, report: string): Promise<Outcome> {
  const command = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...args];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const result = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Partial<JestReport>;
  // A suite that fails to load has no failed test, but jest exits with an error.
  saySlowest(result.testResults ?? []);
  const failed = (result.numFailedTests ?? 0) + (result.numRuntimeErrorTestSuites ?? 0);
  return { passed: result.numPassedTests ?? 0, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** Where the time of a long run went. */
function saySlowest(suites: readonly JestSuite[]): void {
  if (suites.length <= SLOWEST) return;
  const root = `${process.cwd()}/`;
  const lines = suites
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `  ${seconds.toFixed(0).padStart(4)} s  ${name.replace(root, '')}`);
  say(['The slowest suites:', ...lines].join('\n'));
}

interface JestSuite {
  name: string;
  /** Milliseconds since 1970. */
  startTime: number;
  endTime: number;
}

interface JestReport {
  testResults: JestSuite[];
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

runMain(main);
