import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'prepare.mjs');
/** A stub of npm: records its arguments, and installs a compiler that records its runs. */
const NPM = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('calls', 'npm ' + process.argv[2] + '\\n');
if (process.env.NPM_FAILS) { console.error(process.env.NPM_FAILS); process.exit(1); }
mkdirSync('node_modules/typescript/bin', { recursive: true });
writeFileSync('node_modules/.package-lock.json', '{}');
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', \`
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('calls', 'vite ' + process.env.NODE_ENV + '\\\\n');
mkdirSync('services/console/dist/site', { recursive: true });
writeFileSync('services/console/dist/site/index.html', '');
\`);
writeFileSync('node_modules/typescript/bin/tsc', \`
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
appendFileSync('calls', 'tsc ' + process.argv.slice(3).join(' ') + '\\\\n');
if (readFileSync('libs/one/src/index.ts', 'utf8').includes('error')) { console.log('index.ts: error'); process.exit(2); }
for (const dir of ['libs/one/dist', 'scripts/dist/start', 'scripts/dev/dist/check']) mkdirSync(dir, { recursive: true });
writeFileSync('libs/one/dist/index.js', '');
writeFileSync('scripts/dist/start/main.js', '');
writeFileSync('scripts/dev/dist/check/main.js', '');
\`);
`;
let clone: string;

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'medley-clone-'));
  await write('package-lock.json', '{"v":1}');
  await write('tsconfig.base.json', '{}');
  await write('libs/one/src/index.ts', '');
  await write('libs/one/tsconfig.json', '{}');
  await write('scripts/tsconfig.json', '{"references":[{"path":"../libs/one"}]}');
  await write('scripts/start/main.ts', '');
  await write('scripts/dev/tsconfig.json', '{"references":[{"path":".."}]}');
  await write('scripts/dev/check/main.ts', '');
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
  order = ['build'],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const settings = { PATH: process.env['PATH'], npm_execpath: join(clone, 'npm-cli.js'), ...env };
  const args = [join(clone, 'scripts', 'prepare.mjs'), ...order];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: settings, cwd: tmpdir() }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** The modification time of each file. */
async function written(): Promise<Record<string, number>> {
  const entries = await readdir(clone, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const times = files.map(async (file) => [file, (await stat(file)).mtimeMs] as const);
  return Object.fromEntries(await Promise.all(times));
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
  expect(await calls()).toEqual(['npm ci', 'tsc scripts']);

  const before = await written();
  expect(await prepare()).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await calls()).toEqual([]);
  expect(await written()).toEqual(before);
});

test.each([
  ['a source was edited', () => write('libs/one/src/index.ts', '// edited'), ['tsc scripts']],
  ['a source was added', () => write('libs/one/src/two.ts', ''), ['tsc scripts']],
  ['an output was deleted', () => rm(join(clone, 'scripts/dist'), { recursive: true }), ['tsc scripts']],
  ['other packages are locked', () => lockOthers(), ['npm install', 'tsc scripts']],
])('when %s only the necessary part is repeated', async (_what, change, expected) => {
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

test('the target packages compiles nothing', async () => {
  expect(await prepare({}, ['packages'])).toMatchObject({ code: 0 });
  expect(await calls()).toEqual(['npm ci']);
});

test("the scripts of developers are a build of their own, which an operator's start does not need", async () => {
  await prepare();
  await calls();
  await write('scripts/dev/check/main.ts', '// edited');
  await prepare();
  expect(await calls()).toEqual([]);

  expect(await prepare({}, ['build', 'dev'])).toMatchObject({ code: 0 });
  expect(await calls()).toEqual(['tsc scripts/dev']);
  await write('libs/one/src/index.ts', '// edited');
  expect(await prepare({}, ['build', 'dev', '--no-check'])).toMatchObject({ code: 0 });
  expect(await calls()).toEqual(['tsc scripts/dev --noCheck']);
  expect(await prepare({}, ['build', 'dev'])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await calls()).toEqual([]);
});

test('the console is bundled once, and again when its sources, those of the client or its output changed', async () => {
  const sources = ['src/main.tsx', 'public/icon.svg', 'index.html', 'vite.config.mjs'];
  for (const name of sources) await write(`services/console/${name}`, '');
  await write('libs/client/src/index.ts', '');
  const bundled = async (): Promise<string[]> => {
    expect(await prepare({ NODE_ENV: 'test' })).toMatchObject({ code: 0 });
    return (await calls()).filter((call) => call.startsWith('vite'));
  };
  expect(await bundled()).toEqual(['vite production']);
  expect(await bundled()).toEqual([]);
  await write('services/console/src/main.tsx', '// edited');
  expect(await bundled()).toEqual(['vite production']);
  await write('libs/client/src/index.ts', '// edited');
  expect(await bundled()).toEqual(['vite production']);
  await rm(join(clone, 'services/console/dist'), { recursive: true });
  expect(await bundled()).toEqual(['vite production']);
  expect(await bundled()).toEqual([]);
});

test.each([[[]], [['dev']], [['build', 'everything']]])('the arguments %j are refused', async (order) => {
  const { code, stderr } = await prepare({}, order);
  expect(code).toBe(1);
  expect(stderr).toContain('usage: node scripts/prepare.mjs');
  expect(await calls()).toEqual([]);
});

test('two concurrent runs compile once', async () => {
  const results = await Promise.all([prepare(), prepare(), prepare()]);

  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await calls()).toEqual(['npm ci', 'tsc scripts']);
});

test('the lock of a killed run does not block the next run', async () => {
  await write('.medley/prepare.lock', String(2 ** 22 - 1));

  expect(await prepare()).toMatchObject({ code: 0 });
});

test('a missing network is reported', async () => {
  const result = await prepare({ NPM_FAILS: 'npm error code ENOTFOUND' });

  expect(result.code).toBe(1);
  expect(result.stderr).toContain('registry cannot be reached');
  expect(await calls()).toEqual(['npm ci']);
});

test('a compile error is shown, and compiling is retried the next time', async () => {
  await write('libs/one/src/index.ts', 'error');

  const result = await prepare();

  expect(result.code).toBe(1);
  expect(result.stderr).toContain('index.ts: error');
  await calls();
  await write('libs/one/src/index.ts', 'fine');
  expect(await prepare()).toMatchObject({ code: 0 });
  expect(await calls()).toEqual(['tsc scripts']);
});

test('under npm run -s it prints nothing', async () => {
  expect(await prepare({ npm_config_loglevel: 'silent' })).toEqual({ code: 0, stdout: '', stderr: '' });
});
