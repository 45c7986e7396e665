import { lintCacheDirectory } from './lint-cache';
import type { GateStep } from './run-steps';

const bin = (name: string): string => `node_modules/.bin/${name}`;

/** The checks that need no running service, the longest first: they run side by side. */
export const createGate = (): readonly GateStep[] => [
  {
    name: 'lint',
    command: [
      bin('eslint'),
      ...['--cache', '--cache-strategy', 'content', '--cache-location', lintCacheDirectory('.')],
      '.',
    ],
    fix: 'npm run lint',
  },
  { name: 'types', command: [bin('tsc'), '-b', 'scripts', 'scripts/dev', 'tests'], fix: 'npm run typecheck' },
  {
    name: 'format',
    command: [
      bin('prettier'),
      '--check',
      '--cache',
      '--cache-strategy',
      'content',
      '--log-level',
      'warn',
      '.',
    ],
    fix: 'npm run format',
  },
  {
    name: 'unused',
    command: [bin('knip'), '--no-progress'],
    fix: 'remove what is unused, or declare its use in knip.json',
  },
  {
    name: 'regexes',
    command: ['node', 'scripts/dev/dist/regexes/main.js'],
    fix: 'bound the repetition, or begin it where it can begin only once: (?<!x)x+',
  },
  {
    name: 'structure',
    command: [bin('depcruise'), '--config', '--', 'libs', 'services', 'scripts', 'tests'],
    fix: 'npm run structure; each rule of .dependency-cruiser.cjs says what to do',
  },
];
