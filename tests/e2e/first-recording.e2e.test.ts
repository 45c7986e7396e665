import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import OpenAI from 'openai';

const ROOT = join(__dirname, '../..');
const DEMO_MODEL = '/usr/share/pocketsphinx/model/en-us/en-us.lm.bin';
const hasDemoEngine = existsSync('/usr/bin/pocketsphinx_batch') && existsSync(DEMO_MODEL);
const run = promisify(execFile);

let medley: AllInOne;
let url: string;
let directory: string;
beforeAll(async () => {
  medley = await startAllInOne();
  url = medley.api.url;
  directory = await mkdtemp(join(tmpdir(), 'medley-first-'));
});
afterAll(async () => {
  await medley.stop();
  await rm(directory, { recursive: true });
});

describe('the recordings of /samples/', () => {
  it.each(['en', 'ru'])('are a source that the service itself reaches (%s)', async (language) => {
    const made = await medley.client.tasks.transcode({ url: `${url}/samples/library-call-${language}.mp3` });
    const { output } = await medley.client.tasks.wait(made);
    expect(output?.fetch).toMatchObject({ content_type: 'audio/mpeg', duration: expect.closeTo(24, -1) as number });
  }); // prettier-ignore

  it.each(['make.sh', '', '..%2fpackage.json', 'none.mp3'])('have nothing else beside them: %s', async (name) => {
    const response = await fetch(`${url}/samples/${name}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  }); // prettier-ignore
});

(hasDemoEngine ? it : it.skip)(
  `the lines of the README take a recording to subtitles, and again${hasDemoEngine ? '' : ' (needs pocketsphinx)'}`,
  async () => {
    const page = await readFile(join(ROOT, 'README.md'), 'utf8');
    const section = page.slice(page.indexOf('## A recording to subtitles'));
    const [, script = ''] = /```js\n([\s\S]*?)```/.exec(section) ?? [];
    await mkdir(join(directory, 'node_modules/@medley'), { recursive: true });
    await cp(join(ROOT, 'libs/client'), join(directory, 'node_modules/@medley/client'), {
      recursive: true,
    });
    const sample = await fetch(`${url}/samples/library-call-en.mp3`);
    await writeFile(join(directory, 'call.mp3'), Buffer.from(await sample.arrayBuffer()));
    await writeFile(join(directory, 'lines.mjs'), script.replace('http://127.0.0.1:8080', url));
    const { stdout } = await run(process.execPath, ['lines.mjs'], {
      cwd: directory,
      env: { MEDLEY_API_KEY: medley.key },
    });
    expect(stdout).toMatch(/^1\n00:00:0\d,\d{3} --> /);
    expect(stdout.match(/library/g)?.length).toBeGreaterThan(2);
  },
  120_000,
);

(hasDemoEngine ? it : it.skip)(
  `OpenAI's client transcribes a local file by the demo engine${hasDemoEngine ? '' : ' (needs pocketsphinx)'}`,
  async () => {
    const sample = await fetch(`${url}/samples/library-call-en.mp3`);
    await writeFile(join(directory, 'local.mp3'), Buffer.from(await sample.arrayBuffer()));
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: medley.key });
    const file = createReadStream(join(directory, 'local.mp3'));
    const { text } = await client.audio.transcriptions.create({ file, model: 'whisper-1' });
    expect(text).toMatch(/library/);
  },
  120_000,
);
