import { join } from 'node:path';
import { prepareLintCache } from './lint-cache';
import { startSteps, type GateStep, type StepsRun } from './run-steps';

const bin = (name: string): string => `node_modules/.bin/${name}`;
/** Caches by content; those of CI are always empty. */
const CACHES = '.medley';
const LINT_CACHE = join(CACHES, 'eslint');
const cached = (place: string): string[] => [
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  place,
];

/** The checks that need no running service, the longest first: they run side by side. */
export const gate: readonly GateStep[] = [
  {
    name: 'lint',
    command: [bin('eslint'), ...cached(join(LINT_CACHE, 'files')), '.'],
    fix: 'npm run lint',
  },
  { name: 'types', command: [bin('tsc'), '-b', 'scripts', 'scripts/dev', 'tests'], fix: 'npm run typecheck' },
  {
    name: 'format',
    command: [bin('prettier'), '--check', ...cached(join(CACHES, 'prettier')), '--log-level', 'warn', '.'],
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

/** Start the gate in the root of the repository. */
export function startGate(): StepsRun {
  prepareLintCache(LINT_CACHE);
  return startSteps(gate);
}
