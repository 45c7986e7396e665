import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestMongo } from '@medley/testing/mongo';
import { Program, until } from '@medley/testing';

const START = 'scripts/dist/start/main.js';
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-start-checks-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const bad = async (name: string, text: string): Promise<string> => {
  await writeFile(join(directory, name), text);
  return join(directory, name);
};

test('npm start names all faults of settings and their files at once, with code 78, and makes nothing', async () => {
  const dataDir = join(directory, 'data');
  const program = new Program(START, {
    DATA_DIR: dataDir,
    PORT: 'http',
    PII_THREADS: '0',
    TARIFFS_FILE: await bad('tariffs.json', '{"team": {"requests_per_minute": -1}}'),
    PRICES_FILE: await bad('prices.json', '{'),
    ASR_ENGINES_FILE: join(directory, 'missing.json'),
    LLM_PROVIDERS_FILE: await bad('providers.json', '[]'),
    LLM_TEMPLATES_DIR: join(directory, 'templates'),
  });
  expect(await program.ended).toBe(78);
  for (const part of [
    /PORT must be a number/,
    /PII_THREADS must be greater/,
    /TARIFFS_FILE: .*requests_per_minute/,
    /PRICES_FILE: .*prices.json is no valid JSON/,
    /ASR_ENGINES_FILE: .*missing.json cannot be read/,
    /LLM_PROVIDERS_FILE: the list must contain at least 1 items/,
    /templates\/.*cannot be read/,
  ]) {
    expect(program.output).toMatch(part);
  }
  expect(program.output).not.toContain('    at ');
  expect(await readdir(directory)).not.toContain('data');
});

test('separate services read their files before they connect', async () => {
  const files = {
    gateway: 'TARIFFS_FILE',
    orchestrator: 'PRICES_FILE',
    llm: 'LLM_PROVIDERS_FILE',
    transcriber: 'ASR_ENGINES_FILE',
  };
  const starts = Object.entries(files).map(async ([service, setting]) => {
    const program = new Program(`services/${service}/dist/main.js`, {
      // Nothing listens there: a service that connects first does not end.
      ...{ AMQP_URL: 'amqp://127.0.0.1:1', MONGO_URL: 'mongodb://127.0.0.1:1', DATA_DIR: directory },
      ...{ MASTER_KEY: Buffer.alloc(32).toString('base64'), [setting]: '/nowhere.json' },
    });
    expect([await program.ended, program.output]).toEqual([
      78,
      expect.stringContaining(`${setting}: /nowhere.json cannot be read`),
    ]);
  });
  await Promise.all(starts);
});

test('a port in use and a data directory that is a file are explained in a sentence without a stack', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const taken = new Program(START, {
    DATA_DIR: join(directory, 'data'),
    PORT: '0',
    HEALTH_PORT: String(port),
  });
  const asFile = new Program(START, { DATA_DIR: await bad('file', ''), PORT: '0' });
  expect(await Promise.all([taken.ended, asFile.ended])).toEqual([1, 1]);
  server.close();
  expect(taken.output).toContain(`Port ${port} of 127.0.0.1 is in use by another program`);
  expect(asFile.output).toContain('cannot be used: a file has this name. Is DATA_DIR right?');
  expect(taken.output + asFile.output).not.toContain('    at ');
});

test('on a database of the operator npm start makes no account and touches no first-account.json', async () => {
  const mongo = await startTestMongo();
  await bad('first-account.json', '{"account_id":"embedded"}\n');
  const program = new Program(START, { DATA_DIR: directory, PORT: '0', MONGO_URL: mongo.url });
  try {
    await until(() => program.hasEnded || program.output.includes('Ctrl-C stops it'));
    expect(program.output).toContain('account create --name NAME');
    expect(program.output).not.toContain('sk-');
    expect(await readFile(join(directory, 'first-account.json'), 'utf8')).toBe('{"account_id":"embedded"}\n');
    const admin = new Program('scripts/dist/admin/main.js', { DATA_DIR: directory, MONGO_URL: mongo.url }, [
      'account',
      'list',
    ]);
    expect([await admin.ended, admin.output]).toEqual([0, expect.stringMatching(/\(none\)\nTotal +0/)]);
  } finally {
    await program.end();
    await mongo.stop();
  }
});

test('secrets are printed by the first start only, and a file of another database is kept', async () => {
  const old = '{"account_id":"of another database","api_key":"sk-old"}\n';
  const file = await bad('first-account.json', old);
  const start = async (): Promise<string> => {
    const program = new Program(START, { DATA_DIR: directory, PORT: '0' });
    await until(() => program.hasEnded || program.output.includes('Ctrl-C stops it'));
    await program.end();
    return program.output;
  };
  const [first, second] = [await start(), await start()];
  expect(first).toMatch(/API key +sk-[\w-]{43}\n/);
  expect(first).toMatch(/console\/operator#key=[\w-]{43}/);
  expect(second).not.toMatch(/sk-|whsec_|#key=/);
  const [own = ''] = /first-account-\w{8}\.json/.exec(second) ?? [];
  expect(await readFile(join(directory, own), 'utf8')).toContain(/sk-[\w-]{43}/.exec(first)?.[0]);
  expect(await readFile(file, 'utf8')).toBe(old);
});
