/**
 * The git hooks that `npm run hooks` enables. `pre-commit`: format and lint of the staged files, as they are on disk.
 * `commit-msg FILE`: the subject has at most 72 characters.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SUBJECT_MAX = 72;
/** Subjects that Git generates. */
const GENERATED_SUBJECT = /^(?:Merge |Revert "|fixup! |squash! |amend! )/;

function stagedFiles() {
  const command = ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'];
  const { stdout } = spawnSync('git', command, { encoding: 'utf8' });
  return stdout.split('\0').filter((path) => path !== '');
}

/** Run the entry file of an installed tool; true when it found nothing. */
function passes(entry, args) {
  const file = join('node_modules', ...entry.split('/'));
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status === 0;
}

function checkStaged() {
  const files = stagedFiles();
  const code = files.filter((path) => /\.(?:ts|mjs|cjs|js)$/.test(path));
  const isFormatted =
    files.length === 0 ||
    passes('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '--ignore-unknown', ...files]);
  if (!isFormatted) process.stderr.write('  → npm run format, then stage again\n');
  const isClean =
    code.length === 0 || passes('eslint/bin/eslint.js', ['--no-warn-ignored', '--max-warnings=0', ...code]);
  return isFormatted && isClean;
}

function checkSubject(file) {
  const [subject = ''] = readFileSync(file, 'utf8').split('\n');
  if (subject.length <= SUBJECT_MAX || GENERATED_SUBJECT.test(subject)) return true;
  process.stderr.write(`The subject has ${subject.length} characters, at most ${SUBJECT_MAX} are allowed.\n`);
  return false;
}

const [hook, file] = process.argv.slice(2);
const checks = { 'pre-commit': checkStaged, 'commit-msg': () => checkSubject(file) };
if (!Object.hasOwn(checks, hook ?? ''))
  throw new Error('usage: node git-hooks.mjs pre-commit|commit-msg FILE');
process.exitCode = checks[hook]() ? 0 : 1;
