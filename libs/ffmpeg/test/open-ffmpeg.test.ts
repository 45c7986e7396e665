import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFfmpeg } from '@medley/ffmpeg';
import { createLogger, Health, OperatorError } from '@medley/kit';

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
const nothingOnPath = (): Promise<null> => Promise.resolve(null);

let directory: string;
let health: Health;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-ffmpeg-'));
  health = new Health();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function stub(encoder: string): Promise<string> {
  const path = join(directory, 'ffmpeg');
  await writeFile(path, `#!/bin/sh\necho ' A..... ${encoder}   an encoder'\n`);
  await chmod(path, 0o700);
  return path;
}

const open = (
  settings: { FFMPEG_PATH?: string; ALLOW_BUNDLED_FFMPEG: boolean },
  findOnPath: () => Promise<string | null>,
): ReturnType<typeof openFfmpeg> =>
  openFfmpeg({ config: { DATA_DIR: directory, ...settings }, logger, health }, 'libmp3lame', findOnPath);

test('the FFmpeg from npm, when it is allowed, causes a warning in health', async () => {
  const found = await open({ ALLOW_BUNDLED_FFMPEG: true }, nothingOnPath);
  expect(found).toMatchObject({ isBundled: true });
  expect(await health.report()).toMatchObject({
    ok: true,
    warnings: { ffmpeg: expect.stringContaining('2018') },
  });
});

test('the FFmpeg from npm, when it is not allowed, prevents the start with an error that names the settings', async () => {
  const opened = open({ ALLOW_BUNDLED_FFMPEG: false }, nothingOnPath);
  await expect(opened).rejects.toThrow(OperatorError);
  await expect(opened).rejects.toThrow(/FFMPEG_PATH/);
});

test('an FFmpeg on the PATH without the encoder is ignored', async () => {
  const path = await stub('aac');
  await expect(open({ ALLOW_BUNDLED_FFMPEG: false }, () => Promise.resolve(path))).rejects.toThrow(
    /libmp3lame/,
  );
});

test.each([true, false])(
  'an FFmpeg on the PATH is used without a warning (bundled allowed: %s)',
  async (allowed) => {
    const path = await stub('libmp3lame');
    const found = await open({ ALLOW_BUNDLED_FFMPEG: allowed }, () => Promise.resolve(path));
    expect(found).toEqual({ path, isBundled: false });
    expect((await health.report()).warnings).toEqual({});
  },
);

test('FFMPEG_PATH excludes all other binaries', async () => {
  const path = await stub('libmp3lame');
  const found = await open({ FFMPEG_PATH: path, ALLOW_BUNDLED_FFMPEG: false }, nothingOnPath);
  expect(found).toEqual({ path, isBundled: false });
});
