import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { say } from '../say';

/** Of the slowest suites that are named at the end. */
const SLOWEST = 12;
/** Failed suites that are run again; more of them have one cause. */
const AGAIN_MAX = 8;

interface Outcome {
  passed: number;
  failed: number;
}

interface Run {
  env: NodeJS.ProcessEnv;
  /** Of the reports. */
  directory: string;
  /** Whether failed suites get a second run. */
  runsFailedAgain: boolean;
}

/**
 * Runs Jest with these arguments. A whole run gives up to eight failed suites a second chance, one after the other without
 * busy neighbours: one race on a slow machine then does not hide the result of five thousand tests. Each test that passes
 * only then is named as flaky, to be mended.
 */
export async function runSuites(args: readonly string[], run: Run): Promise<Outcome> {
  const first = await runJest(args, run.env, join(run.directory, 'jest.json'));
  saySlowest(first.suites);
  const failed = first.suites.filter(({ status }) => status === 'failed');
  if (!run.runsFailedAgain || failed.length === 0 || failed.length > AGAIN_MAX) return first.outcome;

  say(`Failed suites run again, alone: ${failed.length}`);
  const paths = failed.map(({ name }) => name);
  const again = await runJest(
    ['--runInBand', '--forceExit', '--runTestsByPath', ...paths],
    run.env,
    join(run.directory, 'again.json'),
  );
  sayFlaky(failed, again.suites);
  const kept = first.suites.filter((suite) => !failed.includes(suite)).flatMap(titlesOf('passed')).length;
  return { passed: kept + again.outcome.passed, failed: again.outcome.failed };
}

async function runJest(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  report: string,
): Promise<{ outcome: Outcome; suites: JestSuite[] }> {
  const command = ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...args];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const result = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Partial<JestReport>;
  // A suite that fails to load has no failed test, but jest exits with an error.
  const failed = (result.numFailedTests ?? 0) + (result.numRuntimeErrorTestSuites ?? 0);
  return {
    outcome: { passed: result.numPassedTests ?? 0, failed: failed === 0 && code !== 0 ? 1 : failed },
    suites: result.testResults ?? [],
  };
}

/** Where the time of a long run went. */
function saySlowest(suites: readonly JestSuite[]): void {
  if (suites.length <= SLOWEST) return;
  const lines = suites
    .map((suite) => ({ path: pathOf(suite), seconds: (suite.endTime - suite.startTime) / 1_000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ path, seconds }) => `  ${seconds.toFixed(0).padStart(4)} s  ${path}`);
  say(['The slowest suites:', ...lines].join('\n'));
}

function sayFlaky(before: readonly JestSuite[], after: readonly JestSuite[]): void {
  const passed = new Set(after.flatMap(titlesOf('passed')));
  const flaky = before.flatMap(titlesOf('failed')).filter((title) => passed.has(title));
  if (flaky.length > 0) say(['Flaky, passed only the second time:', ...flaky].join('\n  '));
}

const titlesOf =
  (status: string) =>
  (suite: JestSuite): string[] =>
    suite.assertionResults
      .filter((test) => test.status === status)
      .map(({ fullName }) => `${pathOf(suite)}: ${fullName}`);

const pathOf = ({ name }: JestSuite): string => relative(process.cwd(), name);

interface JestSuite {
  name: string;
  status: string;
  /** Milliseconds since 1970. */
  startTime: number;
  endTime: number;
  assertionResults: { fullName: string; status: string }[];
}

interface JestReport {
  testResults: JestSuite[];
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}
