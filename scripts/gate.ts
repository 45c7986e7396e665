import type { GateStep } from './run-steps';

const bin = (name: string): string => `node_modules/.bin/${name}`;

/** The checks that need nothing running: format, lint, types, unused code, regular expressions, structure. */
export const gate: readonly GateStep[] = [
  {
    name: 'format',
    command: [bin('prettier'), '--check', '--log-level', 'warn', '.'],
    fix: 'npm run format',
  },
  {
    name: 'lint',
    command: [bin('eslint'), '--config', 'scripts/eslint.config.mjs', '.'],
    fix: 'npm run lint',
  },
  { name: 'types', command: [bin('tsc'), '-b', 'scripts', 'tests'], fix: 'npm run typecheck' },
  {
    name: 'unused',
    command: [bin('knip'), '-c', 'scripts/knip.json', '--no-progress'],
    fix: 'remove what nobody uses, or say who does in scripts/knip.json',
  },
  {
    name: 'regexes',
    command: ['node', 'scripts/dist/check-regexes.js'],
    fix: 'bound the repetition, or begin it where it can begin only once: (?<!x)x+',
  },
  {
    name: 'structure',
    command: ['node', 'scripts/check-structure.mjs'],
    fix: 'node scripts/check-structure.mjs',
  },
];
