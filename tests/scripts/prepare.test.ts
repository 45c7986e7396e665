import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'prepare.mjs');
/** Stands for npm: writes down its arguments, and installs a compiler that writes down that it ran. */
const NPM = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('calls', 'npm ' + process.argv[2] + '\\n');
if (process.env.NPM_FAILS) { console.error(process.env.NPM_FAILS); process.exit(1); }
mkdirSync('node_modules/typescript/bin', { recursive: true });
writeFileSync('node_modules/.package-lock.json', '{}');
writeFileSync('node_modules/typescript/bin/tsc', \`
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
appendFileSync('calls', 'tsc\\\\n');
if (readFileSync('libs/one/src/index.ts', 'utf8').includes('error')) { console.log('index.ts: error'); process.exit(2); }
for (const dir of ['libs/one/dist', 'scripts/dist']) mkdirSync(dir, { recursive: true });
writeFileSync('libs/one/dist/index.js', '');
writeFileSync('scripts/dist/start.js', '');
\`);
`;
let clone: string;

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'medley-clone-'));
  await write('package-lock.json', '{"v":1}');
  await write('tsconfig.base.json', '{}');
  await write('libs/one/src/index.ts', '');
  await write('services/stray-file', '');
  await write('scripts/start.ts', '');
  await write('npm-cli.js', NPM);
  await cp(SCRIPT, join(clone, 'scripts', 'prepare.mjs'));
});

afterEach(() => rm(clone, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<void> {
  const file = join(clone, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function prepare(
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const settings = { PATH: process.env['PATH'], npm_execpath: join(clone, 'npm-cli.js'), ...env };
  const args = [join(clone, 'scripts', 'prepare.mjs'), 'build'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: settings, cwd: tmpdir() }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

async function calls(): Promise<string[]> {
  const text = await readFile(join(clone, 'calls'), 'utf8').catch(() => '');
  await rm(join(clone, 'calls'), { force: true });
  return text.split('\n').filter((line) => line !== '');
}

test('a fresh clone is installed and compiled once; with nothing changed nothing is done', async () => {
  const first = await prepare();
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.stderr).toContain('Installing packages');
  expect(await calls()).toEqual(['npm ci', 'tsc']);

  const startedAt = performance.now();
  expect(await prepare()).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(await calls()).toEqual([]);
});

test.each([
  ['a source was edited', () => write('libs/one/src/index.ts', '// edited'), ['tsc']],
  ['a source was added', () => write('libs/one/src/two.ts', ''), ['tsc']],
  ['an output is gone', () => rm(join(clone, 'scripts/dist'), { recursive: true }), ['tsc']],
  ['other packages are locked', () => lockOthers(), ['npm install', 'tsc']],
])('when %s only that is made up for', async (_what, change, expected) => {
  await prepare();
  await calls();

  await change();

  expect(await prepare()).toMatchObject({ code: 0 });
  expect(await calls()).toEqual(expected);
});

async function lockOthers(): Promise<void> {
  await write('package-lock.json', '{"v":2}');
  const later = new Date(Date.now() + 10_000);
  await utimes(join(clone, 'package-lock.json'), later, later);
}

test('two that begin together do the work once', async () => {
  const results = await Promise.all([prepare(), prepare(), prepare()]);

  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await calls()).toEqual(['npm ci', 'tsc']);
});

test('a lock left behind by a killed one holds nobody up', async () => {
  await write('.medley/prepare.lock', String(2 ** 22 - 1));

  expect(await prepare()).toMatchObject({ code: 0 });
});

test('without a network it says so', async () => {
  const result = await prepare({ NPM_FAILS: 'npm error code ENOTFOUND' });

  expect(result.code).toBe(1);
  expect(result.stderr).toContain('registry cannot be reached');
  expect(await calls()).toEqual(['npm ci']);
});

test('what does not compile is shown, and tried again the next time', async () => {
  await write('libs/one/src/index.ts', 'error');

  const result = await prepare();

  expect(result.code).toBe(1);
  expect(result.stderr).toContain('index.ts: error');
  await calls();
  await write('libs/one/src/index.ts', 'fine');
  expect(await prepare()).toMatchObject({ code: 0 });
  expect(await calls()).toEqual(['tsc']);
});

test('under npm run -s it says nothing', async () => {
  expect(await prepare({ npm_config_loglevel: 'silent' })).toEqual({ code: 0, stdout: '', stderr: '' });
});
