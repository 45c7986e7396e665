import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { environment } from '@medley/kit';

/** A repository with the hooks' files, the packages of this one and one lint rule. */
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'medley-hooks-'));
  for (const file of ['.git-hooks.json', '.prettierrc.json', 'package.json'])
    copyFileSync(file, join(directory, file));
  writeFileSync(join(directory, '.gitignore'), 'node_modules\n');
  writeFileSync(join(directory, 'eslint.config.mjs'), "export default [{ rules: { 'no-var': 'error' } }];\n");
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  symlinkSync(resolve('scripts'), join(directory, 'scripts'));
  run('git', 'init', '--quiet');
  stage('scripts.txt', 'begun\n');
});
afterEach(() => rmSync(directory, { recursive: true }));

function run(command: string, ...args: string[]): { ok: boolean; output: string } {
  // Git sets variables for its hooks: clear them, because a hook of the outer repository may run this suite.
  const inherited = Object.entries(environment()).filter(([name]) => !name.startsWith('GIT_'));
  const who = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const env = { ...Object.fromEntries(inherited), ...who };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, env, encoding: 'utf8' });
  return { ok: status === 0, output: stdout + stderr };
}

function stage(path: string, text: string): void {
  writeFileSync(join(directory, path), text);
  run('git', 'add', path);
}

const commit = (subject: string): { ok: boolean; output: string } =>
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-m', subject);
const enable = (): boolean => run('npm', 'run', '--silent', 'hooks').ok;

test('nothing is checked before the hooks are enabled', () => {
  stage('a.mjs', 'var a  = 1');
  expect(commit('x'.repeat(100)).ok).toBe(true);
});

test('installing packages enables no hook', () => {
  run(process.execPath, 'node_modules/simple-git-hooks/postinstall.js');
  expect(commit('x'.repeat(100)).ok).toBe(true);
});

test('a formatted, clean file under a subject of 72 characters is committed', () => {
  expect(enable()).toBe(true);
  stage('a.mjs', 'const a = 1;\n');
  expect(commit('x'.repeat(72))).toMatchObject({ ok: true });
});

test.each([
  ['a file that is not formatted', 'a.mjs', 'const a  = 1', 'npm run format'],
  ['an error of the linter', 'a.mjs', 'var a = 1;\n', 'no-var'],
])('%s stops the commit', (_title, path, text, reason) => {
  expect(enable()).toBe(true);
  stage(path, text);
  const { ok, output } = commit('a');
  expect(ok).toBe(false);
  expect(output).toContain(reason);
});

test('a subject over 72 characters stops the commit', () => {
  expect(enable()).toBe(true);
  const { ok, output } = commit('x'.repeat(73));
  expect(ok).toBe(false);
  expect(output).toContain('73 characters, at most 72');
});
