import type { Task } from '@medley/client';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import { makeWav, serveBytes, startHeldSource, startStubEngines, type StubEngines } from '@medley/testing';
import { runMedley, runMedleyOnTerminal, type Ran } from './run-medley';

let engines: StubEngines;
let service: AllInOne;
let source: { url: string; stop: () => Promise<void> };
let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  engines = await startStubEngines();
  service = await startAllInOne(engines.env);
  source = await serveBytes({ '/tone.wav': makeWav(2), '/page.mp3': Buffer.from('<p>no</p>') });
  directory = await mkdtemp(join(tmpdir(), 'medley-cli-'));
  await writeFile(join(directory, 'letter.txt'), 'Звонил Иван Петров\n');
  env = { MEDLEY_URL: service.api.url, MEDLEY_API_KEY: service.key };
});
afterAll(async () => {
  await service.stop();
  await source.stop();
  await engines.stop();
  await rm(directory, { recursive: true });
});

const medley = (args: string[], stdin?: string): Promise<Ran> => runMedley(args, env, stdin);
const file = (name: string): string => join(directory, name);

test('transcode prints a link that works, or saves the file', async () => {
  const linked = await medley(['transcode', `${source.url}/tone.wav`]);
  expect(linked).toMatchObject({ code: 0, stderr: '' });
  const bytes = Buffer.from(await (await fetch(linked.stdout.trim())).arrayBuffer());
  const saved = await medley(['transcode', `${source.url}/tone.wav`, '-o', file('out.mp3')]);
  expect(saved).toEqual({ code: 0, stdout: `Saved ${file('out.mp3')}\n`, stderr: '' });
  expect((await readFile(file('out.mp3'))).length).toBe(bytes.length);
});

test('transcribe prints a transcript, or writes it to a file', async () => {
  const plain = await medley(['transcribe', `${source.url}/tone.wav`]);
  expect(plain).toEqual({ code: 0, stdout: expect.stringContaining('Привет, мир.') as string, stderr: '' });
  const args = ['transcribe', `${source.url}/tone.wav`, '--format', 'srt', '--output', file('a.srt')];
  expect((await medley(args)).code).toBe(0);
  expect(await readFile(file('a.srt'), 'utf8')).toContain('00:00:00,000 -->');
});

test('pii reads a file or its input, and prints the text and nothing else', async () => {
  const read = await medley(['pii', file('letter.txt'), '--mode', 'reversible']);
  const stderr = expect.stringMatching(/^task [0-9a-f-]{36}\n$/) as string;
  expect(read).toEqual({ code: 0, stdout: 'Звонил [PERSON_1]\n', stderr });
  const id = read.stderr.trim().slice('task '.length);
  const restored = await medley(['restore', id, '-'], '[PERSON_1] перезвонит');
  expect(restored).toEqual({ code: 0, stdout: 'Иван Петров перезвонит\n', stderr: '' });
  const piped = await medley(['pii', '-'], 'пишите на ivan@example.com');
  expect(piped.stdout).toBe('пишите на [EMAIL]\n');
});

test('run creates the task of a JSON document, and prints its last text', async () => {
  const steps = [{ name: 'depersonalize', options: { mode: 'reversible' } }, { name: 'restore' }];
  const ran = await medley(['run', '-'], JSON.stringify({ input: 'Звонил Иван Петров', steps }));
  expect(ran).toEqual({ code: 0, stdout: 'Звонил Иван Петров\n', stderr: '' });
  const refused = await medley(['run', '-'], JSON.stringify({ input: 'x', steps: [{ name: 'tea' }] }));
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('steps[0].name') as string });
  const broken = await medley(['run', '-'], '{ "input": ');
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('not JSON') as string });
});

test('transcribe and llm pass their options on to the service', async () => {
  const speech = [
    '--language',
    'ru',
    '--no-diarization',
    '--words',
    '--vocabulary',
    'Medley,Озон',
    '--vocabulary',
    'СДЭК',
  ];
  const transcribed = await medley(['transcribe', `${source.url}/tone.wav`, '--json', ...speech]);
  expect((JSON.parse(transcribed.stdout) as Task).steps[1]?.options).toEqual({
    language: 'ru',
    diarization: false,
    words: true,
    vocabulary: ['Medley', 'Озон', 'СДЭК'],
  });
  const args = ['--prompt', 'Shorten', '--language', 'en', '--language-out', 'de', '--json'];
  const said = await medley(['llm', file('letter.txt'), ...args]);
  expect((JSON.parse(said.stdout) as Task).input).toMatchObject({ language_in: 'en', language_out: 'de' });
});

test('list shows the tasks of a filter, and --version the version', async () => {
  const made = JSON.parse((await medley(['pii', '-', '--json'], 'Иван Петров')).stdout) as Task;
  const listed = await medley(['list', '-q', made.id, '--status', 'completed']);
  expect(listed.stdout).toBe(`${made.id}  ${made.created_at}  completed  depersonalize\n`);
  expect((await medley(['list', '--step', 'juggle'])).code).toBe(3);
  expect((await medley(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('llm takes a prompt, a template, or both', async () => {
  for (const how of [
    ['--prompt', 'Сократи'],
    ['--template', 'summary'],
  ]) {
    const ran = await medley(['llm', file('letter.txt'), ...how]);
    expect(ran).toEqual({ code: 0, stdout: 'Готово.\n', stderr: '' });
  }
});

test('--json prints one document: the task', async () => {
  const ran = await medley(['pii', '-', '--json'], 'Иван Петров');
  const task = JSON.parse(ran.stdout) as Task;
  expect(task).toMatchObject({ status: 'completed', output: { depersonalize: { mode: 'blind' } } });
  const got = await medley(['get', task.id, '--json']);
  expect((JSON.parse(got.stdout) as Task).id).toBe(task.id);
});

test('retry runs steps of a task again, and says which results were kept', async () => {
  const steps = [{ name: 'depersonalize' }, { id: 'again', name: 'depersonalize' }];
  const { id } = await service.api.create('/tasks', { input: 'Иван Петров', steps });
  await medley(['watch', id]);
  const ran = await medley(['retry', id, '--from', 'again']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/depersonalize +completed \(kept\)\n +again +completed\n/);
});

test('estimate prints the price of each step, and creates nothing', async () => {
  const args = ['estimate', file('letter.txt'), '--steps', 'depersonalize,llm', '--template', 'summary'];
  const before = await service.client.tasks.list();
  const ran = await medley(args);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/depersonalize +0\.0504\n +llm +0\.1019\n +reserved +0\.1523\n/);
  expect((await service.client.tasks.list()).pagination).toEqual(before.pagination);
});

test('a failed task is exit code 1, reported on stderr, and with --json as the task', async () => {
  const ran = await medley(['transcode', `${source.url}/page.mp3`, '--json', '-o', file('no.mp3')]);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(/^medley: MEDIA_UNSUPPORTED: /);
  const task = JSON.parse(ran.stdout) as Task;
  expect(task.status).toBe('failed');
  expect(existsSync(file('no.mp3'))).toBe(false);
  expect((await medley(['watch', task.id])).code).toBe(1);
  const got = await medley(['get', task.id]);
  expect(got.code).toBe(0);
  expect(got.stdout).toContain('MEDIA_UNSUPPORTED');
});

test.each<[string, string[]]>([
  ['an unknown command', ['transmogrify']],
  ['an unknown option', ['pii', '-', '--quickly']],
  ['no argument', ['get']],
  ['too many arguments', ['get', 'a', 'b']],
  ['an invalid value', ['pii', '-', '--mode', 'loud']],
  ['no such file', ['pii', 'no/such/file']],
  ['an empty text', ['pii', '-']],
  ['neither prompt nor template', ['llm', '-']],
  ['neither steps nor a pipeline', ['estimate', '-']],
  [
    'an output file that cannot be written',
    ['transcode', 'http://127.0.0.1/a', '-o', '/no/such/place/a.mp3'],
  ],
])('%s is exit code 2', async (_, args) => {
  const ran = await medley(args);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toMatch(/^medley: .+/);
});

test('no key is exit code 2', async () => {
  const ran = await runMedley(['get', 'x'], { MEDLEY_URL: service.api.url });
  expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('MEDLEY_API_KEY') as string });
});

test('a refusal is exit code 3, and with --json a document with its code', async () => {
  const ran = await medley(['get', 'nonsense', '--json']);
  expect(ran.code).toBe(3);
  expect(JSON.parse(ran.stdout)).toMatchObject({ success: false, error: { code: 'INVALID_TASK_ID' } });
});

test('help is printed for all and for each', async () => {
  expect((await medley(['--help'])).stdout).toContain('MEDLEY_API_KEY');
  for (const name of [
    'transcode',
    'transcribe',
    'pii',
    'llm',
    'run',
    'watch',
    'get',
    'cancel',
    'retry',
    'estimate',
  ]) {
    const ran = await medley([name, '--help']);
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Usage: medley ${name} `) as string,
    });
  }
});

test('a running task is watched on a terminal, and canceled', async () => {
  const held = await startHeldSource(makeWav(1));
  const made = await service.api.create('/transcode', { url: held.url });
  const watching = runMedleyOnTerminal(['watch', made.id], env);
  const canceled = await medley(['cancel', made.id]);
  expect(canceled).toMatchObject({ code: 0, stdout: expect.stringContaining('CANCELED') as string });
  const watched = await watching;
  expect(watched.code).toBe(1);
  expect(watched.stdout).toContain('CANCELED');
  await held.stop();
});

test('a terminal shows a progress bar that is erased at the end', async () => {
  const bar = /\r\u001b\[K[█░]{30} +\d+ % {2}(?:pending|fetch|transcode)/;
  // The task cannot end before the bar is there.
  const held = await startHeldSource(makeWav(2));
  const ran = await runMedleyOnTerminal(['transcode', held.url], env, (shown) => {
    if (bar.test(shown)) held.release();
  });
  await held.stop();
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(bar);
  expect(ran.stdout).toMatch(/\r\u001b\[Khttp:\S+\s+$/);
});
