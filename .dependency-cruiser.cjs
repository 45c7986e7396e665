'use strict';

const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const packages = ['libs', 'services'].flatMap((group) =>
  readdirSync(join(__dirname, group))
    .map((name) => `${group}/${name}`)
    .filter((directory) => existsSync(join(__dirname, directory, 'package.json')))
    .map((directory) => {
      const manifest = JSON.parse(readFileSync(join(__dirname, directory, 'package.json'), 'utf8'));
      return { directory, name: manifest.name, manifest };
    }),
);
const directoryOf = new Map(packages.map(({ name, directory }) => [name, directory]));

/** Everything below `directory`. */
const below = (directory) => `^${directory}/`;
const tests = ['^tests/', '^(libs|services)/[^/]+/test/', '^libs/testing/'];
const compositionRoot = '^services/all-in-one/';

function forbid(name, comment, from, to, more = {}) {
  return { name, comment, severity: 'error', from, to, ...more };
}

/** A rule about the name of a file: one that matches would have to import what cannot exist. */
function forbidName(name, comment, module) {
  return { name, comment, severity: 'error', module, to: { path: '^$' } };
}

/** Sources of a package import only those packages of ours that its package.json names. */
const declaredPackages = packages.map(({ directory, manifest }) => {
  const declared = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    // The packages of a bundle.
    ...(directory === 'services/console' ? manifest.devDependencies : {}),
  })
    .filter((name) => directoryOf.has(name))
    .map((name) => below(directoryOf.get(name)));
  return forbid(
    `undeclared-in-${directory.replace('/', '-')}`,
    `Name the package in ${directory}/package.json, or do without it.`,
    { path: `^${directory}/src/` },
    { path: '^(libs|services)/', pathNot: [below(directory), ...declared] },
  );
});

const cycles = [
  forbid(
    'cycle',
    'Move what both need, a type as well as a value, into a file of its own.',
    {},
    { circular: true },
  ),
  forbid(
    'folder-cycle',
    'Move what both folders need to the lower one, or to a third.',
    {},
    { circular: true },
    { scope: 'folder' },
  ),
];

const arrows = [
  forbid(
    'contracts-import-nothing-of-ours',
    'contracts are the lowest layer.',
    { path: below('libs/contracts') + 'src/' },
    { path: '^(libs|services)/', pathNot: below('libs/contracts') },
  ),
  forbid(
    'kit-knows-no-backend',
    'kit stands on contracts and tracing alone and knows neither RabbitMQ nor MongoDB.',
    { path: '^libs/kit/src/' },
    {
      path: ['^(libs|services)/', '(^|/)node_modules/(@types/)?(amqplib|mongoose|mongodb)/'],
      pathNot: '^libs/(contracts|kit|tracing)/',
    },
  ),
  forbid(
    'client-stands-alone',
    'The client is published by itself: it imports no package of ours.',
    { path: '^libs/client/src/' },
    { path: '^(libs|services)/', pathNot: '^libs/client/' },
  ),
  forbid(
    'services-are-no-libraries',
    'What two services need is a library. Only the composition root, scripts and tests start services.',
    { path: '^(libs|services)/([^/]+)/', pathNot: [...tests, compositionRoot] },
    { path: '^services/', pathNot: '^services/$2/' },
  ),
  forbid(
    'console-speaks-http',
    'Pages of the console know the service by the client for browsers alone.',
    { path: '^services/console/src/' },
    { path: '^(libs|services)/', pathNot: ['^services/console/', '^libs/client/src/browser\\.ts$'] },
  ),
  forbid(
    'workers-know-no-database',
    'Workers know the message of their step only.',
    { path: '^services/(fetcher|transcoder|transcriber|llm|pii)/src/' },
    { path: '^libs/(store|embedded-mongo)/' },
  ),
  forbid(
    'embedded-mongo-is-for-scripts',
    'MongoDB is embedded by scripts and by tests, never by a service or a library.',
    { path: '^(libs|services)/', pathNot: [...tests, compositionRoot, below('libs/embedded-mongo')] },
    { path: '^libs/embedded-mongo/' },
  ),
  forbid(
    'upstream-is-not-outbound',
    'Addresses of operators and addresses of users have opposite rules.',
    { path: '^libs/(upstream|outbound)/src/' },
    { path: '^libs/(upstream|outbound)/', pathNot: '^libs/$1/' },
  ),
  forbid(
    'domain-does-no-io',
    'What happens next is a pure function (CONTRIBUTING, rule 10); of libs/blobs it takes the names of blobs.',
    {
      path: ['^libs/state-machine/src/', '^services/orchestrator/src/domain/'],
      // What a service gives to a decision, and shows of one.
      pathNot: '^libs/state-machine/src/(make-rules|log-transitions|task-metrics)[.]ts$',
    },
    {
      pathNot: ['^libs/(contracts|blobs|state-machine)/', '^services/orchestrator/src/domain/'],
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'gateway-resources-are-on-top',
    'What resources of the gateway share knows none of them.',
    { path: '^services/gateway/src/[^/]+/', pathNot: '^services/gateway/src/resources/' },
    { path: '^services/gateway/src/resources/' },
  ),
  forbid(
    'sources-import-no-tests',
    'What ships does not stand on what proves it.',
    { path: '^(libs|services)/[^/]+/src/' },
    { path: ['^(tests|scripts)/', '^(libs|services)/[^/]+/test/'] },
  ),
  forbid(
    'testing-is-for-tests',
    'Harnesses are for tests and developer tools.',
    { path: '^(libs|services|scripts)/', pathNot: [...tests, '^scripts/dev/'] },
    { path: '^libs/testing/' },
  ),
  forbid(
    'deep-import',
    'Enter a package by its name.',
    { path: '^([^/]+/[^/]+)/', pathNot: tests },
    {
      path: '^(libs|services)/',
      pathNot: [
        '^$1/',
        '/src/index\\.ts$',
        '^libs/testing/src/[^/]+/index\\.ts$',
        '^libs/client/src/browser\\.ts$',
      ],
    },
  ),
];

const dependencies = [
  ...declaredPackages,
  forbid(
    'undeclared-dependency',
    'Name it in the package.json of the package; the root declares for scripts and tests only.',
    // The console ships as a bundle, which has its packages in it.
    { path: '^(libs|services)/[^/]+/src/', pathNot: '^services/console/' },
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['npm', 'npm-optional'],
    },
  ),
  forbid('unresolved', 'This file or package does not exist.', {}, { couldNotResolve: true }),
];

const files = [
  forbid(
    'orphan',
    'Nothing imports it and it imports nothing: remove it, or name here who starts it.',
    {
      orphan: true,
      pathNot: [
        '\\.d\\.ts$',
        // Programs and threads are started by their path.
        '^(libs|services)/.+\\.cjs$',
        '^scripts/dev/bench/bullmq-worker\\.ts$',
      ],
    },
    {},
  ),
];

const names = [
  forbidName('forbidden-name', 'Name the file after the one thing it exports.', {
    path: '/(utils?|helpers?|common|misc|lib|manager)\\.[cm]?[jt]sx?$',
    pathNot: 'node_modules',
  }),
  forbidName('kebab-case', 'File names are kebab-case.', {
    path: '[^/]+\\.[cm]?[jt]sx?$',
    pathNot: ['/[a-z0-9]+([.-][a-z0-9]+)*\\.[cm]?[jt]sx?$', 'node_modules'],
  }),
];

/** The structure of the repository. `npx depcruise --config -- libs services scripts tests` checks it. */
module.exports = {
  forbidden: [...cycles, ...arrows, ...dependencies, ...files],
  required: names,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    // The root's devDependencies count too; what they may be used for is a rule.
    combinedDependencies: true,
    webpackConfig: { fileName: '.dependency-cruiser.resolve.cjs' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.cjs', '.mjs', '.json'],
    },
    cache: { folder: '.medley/dependency-cruiser', strategy: 'content', compress: true },
  },
};
