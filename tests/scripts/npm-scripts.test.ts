import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const PREPARE = 'node scripts/prepare.mjs ';
/** The projects that each target of prepare.mjs compiles. */
const compiled: Readonly<Record<string, readonly string[]>> = {
  packages: [],
  build: ['scripts/dist/', 'libs/client/dist/'],
  'build dev': ['scripts/dist/', 'libs/client/dist/', 'scripts/dev/dist/'],
};
const isHook = (name: string): boolean => name.startsWith('pre') && Object.hasOwn(scripts, name.slice(3));
const commands = Object.keys(scripts).filter((name) => !isHook(name));
const orderOf = (name: string): string => (scripts[`pre${name}`] ?? '').slice(PREPARE.length);
const outputOf = (name: string): string | undefined => /[\w/]+\/dist\/\S+/.exec(scripts[name] ?? '')?.[0];

test.each(commands)('npm run %s prepares a fresh clone before it begins', (name) => {
  expect(scripts[`pre${name}`]).toMatch(new RegExp(`^${PREPARE}`));
  expect(Object.keys(compiled)).toContain(orderOf(name));
});

test.each(commands.filter(outputOf))('npm run %s starts what its preparation compiles', (name) => {
  const output = outputOf(name) ?? '';
  expect((compiled[orderOf(name)] ?? []).some((directory) => output.startsWith(directory))).toBe(true);
  const [project = '', file = ''] = output.split(/dist\/(.*)/);
  const source = file.replace(/\.js$/, '.ts');
  expect(
    [join(project, source), join(project, 'src', source)].some((path) => existsSync(join(ROOT, path))),
  ).toBe(true);
});

test('what operators start is compiled without the scripts of developers', () => {
  const operators = ['start', 'admin', 'medley', 'mongo', 'models'];
  expect(operators.map(orderOf)).toEqual(operators.map(() => 'build'));
});
