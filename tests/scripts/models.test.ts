import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const COMMAND = join(__dirname, '../../scripts/dist/models/main.js');
const ZIPFORMER = '/asr-models/sherpa-onnx-zipformer-en-2023-06-26.tar.bz2';
const SILERO = '/asr-models/silero_vad.onnx';

interface Ended {
  code: number;
  out: string;
  said: string;
}

/** A server of releases that can truncate a response after some bytes. */
interface Releases {
  url: string;
  files: Map<string, Buffer>;
  /** Bytes after which each following response is truncated. */
  cuts: number[];
  ranges: (string | undefined)[];
  close(): Promise<void>;
}

async function startReleases(): Promise<Releases> {
  const files = new Map<string, Buffer>();
  const [cuts, ranges]: [number[], (string | undefined)[]] = [[], []];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const file = files.get(request.url ?? '');
    ranges.push(request.headers.range);
    if (!file) return void response.writeHead(404).end();
    const etag = `"${createHash('md5').update(file).digest('hex')}"`;
    const isSame = request.headers['if-range'] === etag;
    const from = isSame ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    const rest = file.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': rest.length, ETag: etag });
    const cut = cuts.shift();
    if (cut === undefined) response.end(rest);
    else response.write(rest.subarray(0, cut), () => response.destroy());
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    cuts,
    ranges,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

describe('npm run models', () => {
  let releases: Releases;
  let directory: string;
  let archive: Buffer;
  const to = (): string => join(directory, 'models');
  const models = async (...args: string[]): Promise<Ended> => {
    const all = [COMMAND, ...args, '--to', to(), '--from', releases.url];
    const end = (await run(process.execPath, all).catch((error: unknown) => error)) as {
      code?: number;
      stdout: string;
      stderr: string;
    };
    return { code: end.code ?? 0, out: end.stdout, said: end.stderr };
  };

  beforeEach(async () => {
    releases = await startReleases();
    directory = await mkdtemp(join(tmpdir(), 'medley-models-'));
    archive = await packModel(directory);
    releases.files.set(ZIPFORMER, archive);
  });
  afterEach(async () => {
    await releases.close();
    await rm(directory, { recursive: true });
  });

  test('lists every model with its size and whether a checksum is published', async () => {
    const { code, out } = await models('list');
    expect(code).toBe(0);
    expect(out).toMatch(/^whisper-tiny\s+116\.2 MB\s+sha256 c46116994e53…\s+MIT/m);
    expect(out).toMatch(/^zipformer-en\s+not known\s+none published\s/m);
  });

  test('pulls a model, stores its checksum where none is published, and prints the row for an engine', async () => {
    const { code, out, said } = await models('pull', 'zipformer-en');
    expect(said).toContain(createHash('sha256').update(archive).digest('hex'));
    expect(code).toBe(0);
    const model = join(to(), 'sherpa-onnx-zipformer-en-2023-06-26');
    expect(JSON.parse(out)).toEqual({
      kind: 'sherpa',
      name: 'local',
      models: [{ name: 'zipformer-en', type: 'transducer', dir: model, languages: ['en'] }],
    });
    expect((await readdir(model)).sort()).toEqual(['encoder.int8.onnx', 'tokens.txt']);
    expect((await readdir(to())).sort()).toEqual([
      'sherpa-onnx-zipformer-en-2023-06-26',
      'sherpa-onnx-zipformer-en-2023-06-26.tar.bz2.sha256',
    ]);
    expect((await models('list')).out).toMatch(/^zipformer-en .*\syes\s/m);
  });

  test('resumes a broken download with identical bytes', async () => {
    releases.cuts.push(250_000, 250_000);
    const { code, said } = await models('pull', 'zipformer-en');
    expect(code).toBe(0);
    const [first, second, third] = releases.ranges.map((range) => Number(/\d+/.exec(range ?? '')));
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(0);
    expect(third).toBeGreaterThan(second as number);
    expect(said).toContain(createHash('sha256').update(archive).digest('hex'));
  });

  test('keeps a partial download when it fails, and the next run resumes it', async () => {
    releases.cuts.push(250_000, 0, 0, 0, 0, 0);
    const first = await models('pull', 'zipformer-en');
    expect(first.code).toBe(1);
    expect(first.said).toContain('The received part is kept: run the same command again');
    releases.cuts.splice(0);
    releases.ranges.splice(0);
    expect((await models('pull', 'zipformer-en')).code).toBe(0);
    expect(releases.ranges).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  });

  test('restarts the download when the file has changed on the server', async () => {
    releases.cuts.push(250_000, 0, 0, 0, 0, 0);
    await models('pull', 'zipformer-en');
    releases.cuts.splice(0);
    releases.files.set(ZIPFORMER, await packModel(directory, 'another'));
    expect((await models('pull', 'zipformer-en')).code).toBe(0);
  });

  test('refuses and removes a file without the published checksum', async () => {
    releases.files.set(SILERO, Buffer.from('<!doctype html><title>no model</title>'));
    const { code, said } = await models('pull', 'silero-vad');
    expect(code).toBe(1);
    expect(said).toContain('silero_vad.onnx has the wrong checksum and was removed');
    expect(said).toContain('9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6');
    expect(await readdir(to())).toEqual([]);
  });

  test('refuses a file that differs from the first one where no checksum is published', async () => {
    await models('pull', 'zipformer-en');
    await rm(join(to(), 'sherpa-onnx-zipformer-en-2023-06-26'), { recursive: true });
    releases.files.set(ZIPFORMER, await packModel(directory, 'another'));
    const { code, said } = await models('pull', 'zipformer-en');
    expect(code).toBe(1);
    expect(said).toContain('the one of the first download');
  });

  test('uses a file that was put in place by hand', async () => {
    await mkdir(to());
    await writeFile(join(to(), ZIPFORMER.slice('/asr-models/'.length)), archive);
    expect((await models('pull', 'zipformer-en')).code).toBe(0);
    expect(releases.ranges).toEqual([]);
  });

  test('explains what to do without a network', async () => {
    const { url } = releases;
    await releases.close();
    const { code, said } = await models('pull', 'zipformer-en');
    expect(code).toBe(1);
    expect(said).toContain(`${new URL(url).host} cannot be reached from here (ECONNREFUSED).`);
    expect(said).toContain(`and put it at ${join(to(), 'sherpa-onnx-zipformer-en-2023-06-26.tar.bz2')}`);
    releases = await startReleases();
  });

  test.each([
    ['a file that is missing on the server', ['pull', 'silero-vad'], 1, 'was answered with HTTP 404'],
    ['an unknown name', ['pull', 'nova'], 1, 'no model nova; there are whisper-tiny'],
    ['no command', [], 2, 'npm run models -- list'],
    ['an unknown option', ['list', '--all'], 2, "Unknown option '--all'"],
  ])('reports %s', async (_, args, code, words) => {
    const end = await models(...args);
    expect(end.code).toBe(code);
    expect(end.said).toContain(words);
  });
});

/** A `.tar.bz2` like those of the releases, with samples that are not needed. */
async function packModel(directory: string, text = 'some'): Promise<Buffer> {
  const name = 'sherpa-onnx-zipformer-en-2023-06-26';
  const place = await mkdtemp(join(directory, 'pack-'));
  await mkdir(join(place, name, 'test_wavs'), { recursive: true });
  // Incompressible, so that the response is long enough to be truncated.
  const noise = Array.from({ length: 20_000 }, (_, index) =>
    createHash('sha256').update(`${text} ${index}`).digest(),
  );
  await writeFile(join(place, name, 'encoder.int8.onnx'), Buffer.concat(noise));
  await writeFile(join(place, name, 'tokens.txt'), 'a 0\nb 1\n');
  await writeFile(join(place, name, 'test_wavs/0.wav'), 'RIFF');
  await run('tar', ['-cjf', 'model.tar.bz2', name], { cwd: place });
  return readFile(join(place, 'model.tar.bz2'));
}
