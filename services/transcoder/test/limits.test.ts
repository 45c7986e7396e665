import type { ServiceHarness } from '@medley/testing/worker';
import { convert, everyFfmpeg, makeMedia, startTranscoderHarness, put, tone } from './media-harness';

describe('the limit of the duration', () => {
  let worker: ServiceHarness;
  let ffmpeg: string;
  beforeAll(async () => {
    [ffmpeg = ''] = await everyFfmpeg();
    worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg, MAX_MEDIA_SECONDS: '3' });
  });
  afterAll(() => worker.close());

  it.each([
    ['with its duration in the header', 'a.flac', []],
    ['without a duration in the header', 'a.aac', ['-c:a', 'aac']],
    ['whose duration is only estimated', 'a.mp3', ['-write_xing', '0', '-b:a', '320k']],
  ])('is not exceeded by media %s', async (_name, name, args) => {
    const media = await makeMedia(ffmpeg, [...tone(5), ...args], name);
    const error = await worker.fail(await put(worker, media), {});
    expect(error).toEqual({
      code: 'MEDIA_TOO_LONG',
      message: 'the media lasts longer than 3 s',
      retryable: false,
    });
  });

  it('allows media of exactly that duration', async () => {
    const media = await makeMedia(ffmpeg, tone(3), 'a.wav');
    expect((await convert(worker, media)).output.duration).toBeCloseTo(3, 0);
  });

  it('does not refuse media whose header claims a longer duration', async () => {
    const media = await makeMedia(ffmpeg, tone(2), 'a.flac');
    // STREAMINFO: the lower 32 of 36 bits of the number of samples.
    media.writeUInt32BE(0xfffffff0, 22);
    expect((await convert(worker, media)).output.duration).toBeCloseTo(2, 0);
  });

  it.each([
    ['a WAV that claims 10 hours', 1_764_000_000],
    ['a WAV of unknown length', 0xffffffff],
    ['a WAV that claims to hold nothing', 0],
  ])('applies to the decoded duration: %s', async (_name, bytes) => {
    const media = await makeMedia(ffmpeg, [...tone(2), '-fflags', '+bitexact'], 'a.wav');
    media.writeUInt32LE(bytes, media.indexOf('data') + 4);
    expect((await convert(worker, media)).output.duration).toBeCloseTo(2, 0);
  });
});

describe('media that is longer than its reservation', () => {
  let worker: ServiceHarness;
  let ffmpeg: string;
  beforeAll(async () => {
    [ffmpeg = ''] = await everyFfmpeg();
    worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
  });
  afterAll(() => worker.close());

  it('is not converted, whatever its header says', async () => {
    const media = await makeMedia(ffmpeg, [...tone(5), '-fflags', '+bitexact'], 'a.wav');
    media.writeUInt32LE(0, media.indexOf('data') + 4);
    const error = await worker.fail(await put(worker, media), {}, { media_seconds_max: 3 });
    expect(error).toEqual({
      code: 'MEDIA_LENGTH_MISMATCH',
      message: 'the media lasts longer than the 3 s that were set aside for it',
      retryable: false,
    });
  });

  it('is converted when the requested part is covered by the reservation', async () => {
    const media = await makeMedia(ffmpeg, tone(5), 'a.wav');
    const run = await worker.send(await put(worker, media), { start: 1, end: 3 }, { media_seconds_max: 2.5 });
    expect((await run.finished).outcome).toBe('completed');
  });
});
