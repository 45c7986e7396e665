/**
 * `node scripts/prepare.mjs build`: make a clone ready to run, doing only what is missing. Packages are installed when
 * they do not fit package-lock.json, sources are compiled when they changed. Needs nothing but Node and its npm; says
 * what it does on stderr, so that the output of the command behind it stays clean.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const NODE_NEEDED = [20, 19];
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STATE = join(ROOT, '.medley');
const LOCK = join(STATE, 'prepare.lock');
const INSTALLED = join(ROOT, 'node_modules', '.medley-installed');
const BUILT = join(STATE, 'built');
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT/;
const OUTPUT_KEPT = 20_000;

const isQuiet = process.env.npm_config_loglevel === 'silent' && !process.stderr.isTTY;

/** Something only the person at the keyboard can mend; its message is all they need. */
class Refusal extends Error {}

function say(text) {
  if (!isQuiet) process.stderr.write(`${text}\n`);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor >= NODE_NEEDED[1])) return;
  throw new Refusal(
    `Medley needs Node ${NODE_NEEDED.join('.')} or newer, this is ${process.versions.node} (${process.execPath}).\n` +
      'Get a newer one at https://nodejs.org or with a version manager, for example: nvm install 22',
  );
}

/** Run a program to its end and keep what it printed, for the case that it fails. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-OUTPUT_KEPT);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
}

function fingerprintOfLock() {
  const file = join(ROOT, 'package-lock.json');
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'none';
}

/** By our own mark, or, for packages that somebody installed by hand, by npm's. */
function isInstalled() {
  const mark = existsSync(INSTALLED) ? readFileSync(INSTALLED, 'utf8') : null;
  if (mark === fingerprintOfLock()) return true;
  const lock = statSync(join(ROOT, 'package-lock.json'), { throwIfNoEntry: false });
  const byNpm = statSync(join(ROOT, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  if (!byNpm) return false;
  return !lock || byNpm.mtimeMs >= lock.mtimeMs;
}

async function install() {
  if (isInstalled()) return;
  // `npm ci` begins by deleting node_modules, which a running Medley would not survive.
  const isClean = !existsSync(join(ROOT, 'node_modules')) && existsSync(join(ROOT, 'package-lock.json'));
  const command = isClean ? ['ci'] : ['install', '--no-save'];
  say('Installing packages, this takes a minute the first time …');
  const startedAt = Date.now();
  const args = [...command, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  // Under `npm run` this is the npm that runs us; otherwise the one of the PATH.
  const npm = process.env.npm_execpath;
  const isNpm = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const { ok, output } = isNpm ? await run(process.execPath, [npm, ...args]) : await run('npm', args);
  if (!ok) throw new Refusal(explainInstall(output));
  writeFileSync(INSTALLED, fingerprintOfLock());
  say(`Installed in ${seconds(startedAt)}.`);
}

function explainInstall(output) {
  const hint = OFFLINE.test(output)
    ? 'The package registry cannot be reached. Medley needs it once; check the network, a proxy (`npm config get ' +
      'https-proxy`) or the registry (`npm config get registry`), then run the same command again.'
    : 'The packages could not be installed.';
  return `${output}\n\n${hint}`;
}

/** Every file the build reads: workspaces with their settings, and the scripts. */
function sourceFiles() {
  const roots = ['libs', 'services'].flatMap((group) =>
    readdirSync(join(ROOT, group), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(ROOT, group, entry.name)),
  );
  const files = roots.flatMap((root) => [join(root, 'tsconfig.json'), ...listTypeScript(join(root, 'src'))]);
  const settings = ['tsconfig.base.json', 'scripts/tsconfig.json'].map((name) => join(ROOT, name));
  return [...files, ...settings, ...listTypeScript(join(ROOT, 'scripts'))].sort();
}

function listTypeScript(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return [];
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return listTypeScript(path);
    return /\.(ts|json)$/.test(entry.name) ? [path] : [];
  });
}

/** Changes whenever a source is added, edited or removed, and when packages were; costs a few milliseconds. */
function fingerprintOfSources(files) {
  const hash = createHash('sha256').update(fingerprintOfLock());
  for (const file of files) {
    const facts = statSync(file, { throwIfNoEntry: false });
    hash.update(`${file}:${facts?.mtimeMs ?? 0}:${facts?.size ?? 0}\n`);
  }
  return hash.digest('hex');
}

/** Whether what the commands start and the packages open with is there. */
function hasEveryOutput(files) {
  return files
    .filter((file) => /[\\/]src[\\/](index|main)\.ts$|[\\/]scripts[\\/][^\\/]+\.ts$/.test(file))
    .every((file) => existsSync(outputOf(file)));
}

/** `libs/x/src/index.ts` → `libs/x/dist/index.js`, `scripts/start.ts` → `scripts/dist/start.js` */
function outputOf(file) {
  return join(dirname(file).replace(/src$/, ''), 'dist', basename(file).replace(/\.ts$/, '.js'));
}

async function build() {
  const files = sourceFiles();
  const fingerprint = fingerprintOfSources(files);
  const isComplete = hasEveryOutput(files);
  if (isComplete && existsSync(BUILT) && readFileSync(BUILT, 'utf8') === fingerprint) return;
  say('Compiling …');
  const startedAt = Date.now();
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  // tsc trusts its own notes about what it once wrote; with files gone it must be told not to.
  const args = [tsc, '-b', 'scripts', ...(isComplete ? [] : ['--force'])];
  const { ok, output } = await run(process.execPath, args);
  if (!ok) throw new Refusal(`${output}\n\nThe sources do not compile.`);
  writeFileSync(BUILT, fingerprint);
  say(`Compiled in ${seconds(startedAt)}.`);
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** One preparation at a time: `npm start` and `npm run admin` may begin together in a fresh clone. */
async function withLock(work) {
  mkdirSync(STATE, { recursive: true });
  while (!takeLock()) await pause(200);
  process.on('exit', () => rmSync(LOCK, { force: true }));
  await work();
}

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(LOCK, { force: true });
    return false;
  }
}

/** Left behind by a process that was killed; a lock without a number is being written this very moment. */
function isAbandoned() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

try {
  checkNode();
  if (process.argv[2] !== 'build') throw new Refusal('usage: node scripts/prepare.mjs build');
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  await withLock(async () => {
    await install();
    await build();
  });
} catch (error) {
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
