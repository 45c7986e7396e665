import type { WorkerLab } from '../../../tests/support/worker-lab';
import { convert, everyFfmpeg, makeMedia, openTranscoder, put, tone } from './media-harness';

describe('the longest media allowed', () => {
  let lab: WorkerLab;
  let ffmpeg: string;
  beforeAll(async () => {
    [ffmpeg = ''] = await everyFfmpeg();
    lab = await openTranscoder({ FFMPEG_PATH: ffmpeg, MAX_MEDIA_SECONDS: '3' });
  });
  afterAll(() => lab.close());

  it.each([
    ['whose header says so', 'a.flac', []],
    ['whose header says nothing', 'a.aac', ['-c:a', 'aac']],
    ['whose length is only guessed', 'a.mp3', ['-write_xing', '0', '-b:a', '320k']],
  ])('is not exceeded by media %s', async (_name, name, args) => {
    const media = await makeMedia(ffmpeg, [...tone(5), ...args], name);
    const error = await lab.fail(await put(lab, media), {});
    expect(error).toEqual({
      code: 'MEDIA_TOO_LONG',
      message: 'the media lasts longer than 3 s',
      retryable: false,
    });
  });

  it('is itself allowed', async () => {
    const media = await makeMedia(ffmpeg, tone(3), 'a.wav');
    expect((await convert(lab, media)).output.duration).toBeCloseTo(3, 0);
  });

  it('does not refuse media whose header claims far too much', async () => {
    const media = await makeMedia(ffmpeg, tone(2), 'a.flac');
    // STREAMINFO: the lower 32 of 36 bits of the number of samples.
    media.writeUInt32BE(0xfffffff0, 22);
    expect((await convert(lab, media)).output.duration).toBeCloseTo(2, 0);
  });

  it.each([
    ['a WAV that claims 10 hours', 1_764_000_000],
    ['a WAV of unknown length', 0xffffffff],
    ['a WAV that claims to hold nothing', 0],
  ])('is counted in what there is: %s', async (_name, bytes) => {
    const media = await makeMedia(ffmpeg, [...tone(2), '-fflags', '+bitexact'], 'a.wav');
    media.writeUInt32LE(bytes, media.indexOf('data') + 4);
    expect((await convert(lab, media)).output.duration).toBeCloseTo(2, 0);
  });
});

describe('media that is longer than what was paid for', () => {
  let lab: WorkerLab;
  let ffmpeg: string;
  beforeAll(async () => {
    [ffmpeg = ''] = await everyFfmpeg();
    lab = await openTranscoder({ FFMPEG_PATH: ffmpeg });
  });
  afterAll(() => lab.close());

  it('is not converted, whatever its header says', async () => {
    const media = await makeMedia(ffmpeg, [...tone(5), '-fflags', '+bitexact'], 'a.wav');
    media.writeUInt32LE(0, media.indexOf('data') + 4);
    const error = await lab.fail(await put(lab, media), {}, { media_seconds_max: 3 });
    expect(error).toEqual({
      code: 'MEDIA_LENGTH_MISMATCH',
      message: 'the media lasts longer than the 3 s that were set aside for it',
      retryable: false,
    });
  });

  it('is converted as far as was wanted and paid for', async () => {
    const media = await makeMedia(ffmpeg, tone(5), 'a.wav');
    const run = await lab.send(await put(lab, media), { start: 1, end: 3 }, { media_seconds_max: 2.5 });
    expect((await run.finished).outcome).toBe('completed');
  });
});
