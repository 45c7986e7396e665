import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { environment } from '@medley/kit';
import { Program, takeFreePort } from '@medley/testing';
import { startAllInOne } from '@medley/testing/system';

/** The services also search the directories of a minimal environment. */
const directories = [...(environment()['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/bin'];
/** Runs only where the services would use the ffmpeg from npm. */
const testWithoutFfmpeg = directories.some((one) => existsSync(join(one, 'ffmpeg'))) ? test.skip : test;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-bundled-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

testWithoutFfmpeg('npm start on a public address refuses the ffmpeg from npm', async () => {
  const port = String(await takeFreePort());
  const program = new Program('scripts/dist/start/main.js', {
    HOST: '0.0.0.0',
    PORT: port,
    DATA_DIR: directory,
  });
  expect(await program.ended).toBe(1);
  expect(program.output).toMatch(/Install ffmpeg or set FFMPEG_PATH/);
  expect(program.output).not.toContain('Medley is ready');
});

testWithoutFfmpeg.each(['transcoder', 'transcriber'])(
  'a separate %s refuses the ffmpeg from npm',
  async (service) => {
    const env = { AMQP_URL: 'amqp://127.0.0.1:1', DATA_DIR: directory };
    const program = new Program(`services/${service}/dist/main.js`, env);
    expect(await program.ended).toBe(1);
    expect(program.output).toMatch(/Install ffmpeg or set FFMPEG_PATH/);
  },
);

testWithoutFfmpeg(
  'npm start on a loopback address warns of the ffmpeg from npm in the log and in /health',
  async () => {
    const medley = await startAllInOne();
    try {
      const report: unknown = await (await fetch(`${medley.api.url}/health`)).json();
      expect(report).toMatchObject({ ok: true, warnings: { ffmpeg: expect.stringContaining('2018') } });
      expect(medley.program.output).toMatch(/warn.*build of 2018/);
    } finally {
      await medley.stop();
    }
  },
);
