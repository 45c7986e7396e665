/**
 * Makes a clone ready for the command that calls this (a `pre…` script of package.json, or jest.config.js), doing only
 * what is missing: packages are installed when they do not match package-lock.json, sources are compiled when they have
 * changed. Needs only Node and its npm; reports on stderr, so that the output of the command stays clean.
 *
 *   node scripts/prepare.mjs packages     install packages
 *   node scripts/prepare.mjs build        … and compile what ships
 *   node scripts/prepare.mjs build dev    … and compile the scripts of developers and the test harnesses
 *   --no-check                            compile without checking types
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const NODE_NEEDED = [20, 19];
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STATE = join(ROOT, '.medley');
const LOCK = join(STATE, 'prepare.lock');
const INSTALLED = join(ROOT, 'node_modules', '.medley-installed');
/** Projects that can be compiled, each with the file that keeps the fingerprint of its sources. */
const SHIPPED = { target: 'scripts', mark: 'built' };
/** The console is bundled by itself, out of these and the sources of the client. */
const CONSOLE = join('services', 'console');
const CONSOLE_SOURCES = ['src', 'public', 'index.html', 'vite.config.mjs'];
const DEVELOPERS = { target: join('scripts', 'dev'), mark: 'built-dev' };
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT/;
const OUTPUT_KEPT = 20_000;

const isQuiet = process.env.npm_config_loglevel === 'silent' && !process.stderr.isTTY;

/** A failure that the person at the terminal can fix; only its message is printed. */
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

/** Run a program and keep the end of its output, which is printed when it fails. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
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

/** By the marker of this script; for packages installed by hand, by the file that npm writes. */
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
  // `npm ci` deletes node_modules first, which would crash a Medley that is running.
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

/** Directories of a project and of all it references, directly or not. */
function projectsOf(directory, known = new Set()) {
  if (known.has(directory)) return known;
  known.add(directory);
  const { references = [] } = JSON.parse(readFileSync(join(directory, 'tsconfig.json'), 'utf8'));
  for (const { path } of references) projectsOf(join(directory, path), known);
  return known;
}

/** Sources of a project lie below `src`; those of the scripts beside their tsconfig.json. */
function sourceRootOf(project) {
  const src = join(project, 'src');
  return existsSync(src) ? src : project;
}

function listTypeScript(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return [];
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) return /\.tsx?$/.test(entry.name) ? [path] : [];
    // A directory with a tsconfig.json is another project.
    return existsSync(join(path, 'tsconfig.json')) ? [] : listTypeScript(path);
  });
}

/** Changes when a source is added, edited or removed, and when the packages change. Costs a few milliseconds. */
function fingerprintOfSources(files) {
  const hash = createHash('sha256').update(fingerprintOfLock());
  for (const file of files.sort()) {
    const facts = statSync(file, { throwIfNoEntry: false });
    hash.update(`${file}:${facts?.mtimeMs ?? 0}:${facts?.size ?? 0}\n`);
  }
  return hash.digest('hex');
}

/** Whether the output of an entry file (what commands start and packages export) is there. */
function hasOutput(file, project) {
  if (!/[\\/](?:index|main|cli)\.ts$/.test(file)) return true;
  const output = relative(sourceRootOf(project), file).replace(/\.ts$/, '.js');
  return existsSync(join(project, 'dist', output));
}

/** What the build of `target` reads, and the projects whose output is missing. */
function inspect(target) {
  const projects = [...projectsOf(join(ROOT, target))].map((directory) => ({
    directory,
    files: listTypeScript(sourceRootOf(directory)),
  }));
  const settings = projects.map(({ directory }) => join(directory, 'tsconfig.json'));
  const files = [
    join(ROOT, 'tsconfig.base.json'),
    ...settings,
    ...projects.flatMap((project) => project.files),
  ];
  const incomplete = projects.filter(
    (project) => !project.files.every((file) => hasOutput(file, project.directory)),
  );
  return {
    fingerprint: fingerprintOfSources(files),
    incomplete: incomplete.map(({ directory }) => directory),
  };
}

/** tsc does not check whether its output still exists; without its build info it compiles the project again. */
function forgetBuild(project) {
  for (const directory of [project, join(project, 'dist')])
    rmSync(join(directory, 'tsconfig.tsbuildinfo'), { force: true });
}

/** Compile a project with all it references. */
async function build({ target, mark }, isChecked) {
  const { fingerprint, incomplete } = inspect(target);
  const built = join(STATE, mark);
  if (incomplete.length === 0 && existsSync(built) && readFileSync(built, 'utf8') === fingerprint) return;
  say('Compiling …');
  const startedAt = Date.now();
  incomplete.forEach(forgetBuild);
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { ok, output } = await run(process.execPath, [
    tsc,
    '-b',
    target,
    ...(isChecked ? [] : ['--noCheck']),
  ]);
  if (!ok) throw new Refusal(`${output}\n\nThe sources do not compile.`);
  writeFileSync(built, fingerprint);
  say(`Compiled in ${seconds(startedAt)}.`);
}

/** Bundle the pages of the console; it needs nothing that is compiled. */
async function buildConsole() {
  const directory = join(ROOT, CONSOLE);
  if (!existsSync(directory)) return;
  const sources = CONSOLE_SOURCES.map((name) => join(directory, name));
  const fingerprint = fingerprintOfSources(
    [...sources, join(ROOT, 'libs', 'client', 'src')].flatMap(listFiles),
  );
  const built = join(STATE, 'built-console');
  const isComplete = existsSync(join(directory, 'dist', 'site', 'index.html'));
  if (isComplete && existsSync(built) && readFileSync(built, 'utf8') === fingerprint) return;
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', directory, '--logLevel', 'warn'];
  // Jest, which may be the caller, names another environment.
  const { ok, output } = await run(process.execPath, args, { NODE_ENV: 'production' });
  if (!ok) throw new Refusal(`${output}\n\nThe console could not be built.`);
  writeFileSync(built, fingerprint);
}

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true });
  return names.map((name) => join(path, name)).filter((file) => statSync(file).isFile());
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** One preparation at a time: `npm start` and `npm run admin` may be called together in a fresh clone. */
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

/** Whether the process that took the lock was killed. A lock without a number is just being written. */
function isAbandoned() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** What to compile (null: nothing), and whether types are checked on the way. @throws Refusal */
function readOrder(args) {
  const isChecked = !args.includes('--no-check');
  const order = args.filter((word) => word !== '--no-check').join(' ');
  const projects = { packages: null, build: SHIPPED, 'build dev': DEVELOPERS };
  if (Object.hasOwn(projects, order)) return { project: projects[order], isChecked };
  throw new Refusal('usage: node scripts/prepare.mjs packages | build [dev] [--no-check]');
}

try {
  checkNode();
  const { project, isChecked } = readOrder(process.argv.slice(2));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  await withLock(async () => {
    await install();
    if (project) await Promise.all([build(project, isChecked), buildConsole()]);
  });
} catch (error) {
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
