'use strict';

/** Every suite of the repository: TypeScript is compiled by swc on the way in, packages resolve to sources. */
module.exports = {
  rootDir: '..',
  testMatch: ['<rootDir>/{libs,services}/*/test/**/*.test.ts', '<rootDir>/tests/**/*.test.ts'],
  // Suites that wait as long as the contract says run in continuous integration only.
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.CI === 'true' ? [] : ['\\.slow\\.test\\.ts$'])],
  testEnvironment: 'node',
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
    '^@medley/([^/]+)$': ['<rootDir>/libs/$1/src/index.ts', '<rootDir>/services/$1/src/index.ts'],
  },
  modulePathIgnorePatterns: ['<rootDir>/data', '/dist/'],
  randomize: true,
  // Suites mostly wait; by itself jest would run them one after the other on two cores.
  maxWorkers: 2,
  testTimeout: 20_000,
};
