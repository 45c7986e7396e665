'use strict';

const { spawnSync } = require('node:child_process');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');

/**
 * Suites that start programs run their compiled output, which must not be stale. Jest loads this file once, before its
 * workers start. Types are not checked here, so that a test can be run in the middle of a change.
 */
function prepare() {
  const script = join(__dirname, 'scripts', 'prepare.mjs');
  const { status } = spawnSync(process.execPath, [script, 'build', 'dev', '--no-check'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The repository could not be prepared for its tests, see above.');
}

// `npm test` has done it in its `pretest`.
if (process.env.MEDLEY_PREPARED !== 'true') prepare();

/** Every suite of the repository: TypeScript is compiled by swc on the way in, packages resolve to sources. */
module.exports = {
  testMatch: ['<rootDir>/{libs,services}/*/test/**/*.test.ts', '<rootDir>/tests/**/*.test.ts'],
  // What suites of one worker share: the context, what is compiled, and the packages of node_modules.
  testEnvironment: '<rootDir>/scripts/dev/test/one-context-environment.cjs',
  runtime: '<rootDir>/scripts/dev/test/shared-packages-runtime.cjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^@medley/testing/([^/]+)$': '<rootDir>/libs/testing/src/$1/index.ts',
    '^@medley/([^/]+)$': ['<rootDir>/libs/$1/src/index.ts', '<rootDir>/services/$1/src/index.ts'],
  },
  modulePathIgnorePatterns: ['<rootDir>/data', '/dist/'],
  testSequencer: '<rootDir>/scripts/dev/test/longest-first.cjs',
  randomize: true,
  // Half of a suite's time is waiting; by itself jest would run suites one after the other on two cores.
  maxWorkers: availableParallelism() + 1,
  // A guard against hanging, never part of what is proved: a busy machine must not reach it.
  testTimeout: 600_000,
  // A worker that has run twenty suites holds up to 1 GB. Its event loop is empty at once, but Node needs longer than
  // jest's 500 ms to free the heap on a busy machine. A handle that a suite leaves open still ends in the warning.
  workerGracefulExitTimeout: 5_000,
};
