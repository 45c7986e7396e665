import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { environment } from '@medley/kit';

const script = resolve('scripts/dev/check-advisories.mjs');
const BULK = '/-/npm/v1/security/advisories/bulk';

interface Answer {
  status: number;
  body: object;
}

const advisory = (severity: string): object => ({
  ...{ id: 1, url: 'https://advisories.example/1', title: 'it eats all memory', severity },
  ...{ vulnerable_versions: '<2.0.0', cwe: [], cvss: { score: 8, vectorString: null } },
});

let directory: string;
let registry: Server;
let answer: Answer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-advisories-'));
  const names = { dependencies: { served: '1.0.0' }, devDependencies: { tested: '1.0.0' } };
  const manifest = { name: 'one', version: '1.0.0', ...names };
  const resolved = (name: string): string => `https://registry.npmjs.org/${name}/-/${name}-1.0.0.tgz`;
  const packages = {
    '': manifest,
    'node_modules/served': { version: '1.0.0', resolved: resolved('served') },
    'node_modules/tested': { version: '1.0.0', resolved: resolved('tested'), dev: true },
  };
  const lock = { name: 'one', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(directory, 'package-lock.json'), JSON.stringify(lock));
  registry = createServer((request, response) => {
    const { status, body } = request.url === BULK ? answer : { status: 404, body: {} };
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await new Promise((done) => registry.close(done));
  await rm(directory, { recursive: true });
});

/** The exit code and the output of a check against the registry of this test. */
async function check(): Promise<{ code: number | string | null | undefined; output: string }> {
  // npm keeps what it makes of an advisory by the advisory's id.
  const cache = await mkdtemp(join(directory, 'cache-'));
  const { port } = registry.address() as AddressInfo;
  const env = {
    ...environment(),
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_cache: cache,
    npm_config_fetch_retries: '0',
  };
  return new Promise((done) => {
    execFile(process.execPath, [script], { cwd: directory, env }, (error, stdout) => {
      done({ code: error ? error.code : 0, output: stdout });
    });
  });
}

test('no advisory: the check passes', async () => {
  answer = { status: 200, body: {} };
  expect(await check()).toEqual({ code: 0, output: 'advisories: 0 high or critical, 0 in all\n' });
});

test.each(['high', 'critical'])(
  'a production dependency with a %s advisory fails the check',
  async (level) => {
    answer = { status: 200, body: { served: [advisory(level)] } };
    const { code, output } = await check();
    expect(code).toBe(1);
    expect(output).toContain('advisories: 1 high or critical, 1 in all\n');
    expect(output).toContain(`  served (${level}): it eats all memory, https://advisories.example/1\n`);
  },
);

test('a moderate advisory is counted and passes', async () => {
  answer = { status: 200, body: { served: [advisory('moderate')] } };
  expect(await check()).toEqual({ code: 0, output: 'advisories: 0 high or critical, 1 in all\n' });
});

test('a development dependency is ignored', async () => {
  answer = { status: 200, body: { tested: [advisory('critical')] } };
  expect(await check()).toEqual({ code: 0, output: 'advisories: 0 high or critical, 0 in all\n' });
});

test.each([404, 405, 501])(
  'a registry that answers %d is reported and does not fail the check',
  async (status) => {
    answer = { status, body: {} };
    const output = 'advisories: not checked, the registry does not answer\n';
    expect(await check()).toEqual({ code: 0, output });
  },
);
