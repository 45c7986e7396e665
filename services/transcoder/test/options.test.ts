import type { TranscodeOptions } from '@medley/contracts';
import type { ServiceHarness } from '@medley/testing/worker';
import {
  convert,
  everyFfmpeg,
  listenTo,
  makeMedia,
  startTranscoderHarness,
  put,
  tone,
} from './media-harness';

describe('the options of a transcode', () => {
  let worker: ServiceHarness;
  let ffmpeg: string;
  let media: Buffer;
  beforeAll(async () => {
    [ffmpeg = ''] = await everyFfmpeg();
    worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
    media = await makeMedia(ffmpeg, tone(4), 'a.wav');
  });
  afterAll(() => worker.close());

  it.each<[string, TranscodeOptions, object]>([
    ['bitrate in kbit/s', { bitrate: 64 }, { bitrate: 64_000 }],
    ['bitrate in bit/s', { bitrate: 320_000 }, { bitrate: 320_000 }],
    ['sample rate', { sample_rate: 22_050 }, { sample_rate: 22_050, bitrate: 128_000 }],
    ['channels', { channels: 1 }, { channels: 1 }],
    ['a bitrate the sample rate cannot carry', { bitrate: 320, sample_rate: 8_000 }, { bitrate: 64_000 }],
    ['a bitrate below what the sample rate needs', { bitrate: 8 }, { bitrate: 32_000 }],
  ])('set the %s, and the output has the measured values', async (_name, options, wanted) => {
    const { output, mp3 } = await convert(worker, media, options);
    expect(output).toMatchObject({ ...wanted, size: mp3.length });
    expect(output.duration).toBeGreaterThan(3.9);
    expect(output.size).toBeCloseTo((output.bitrate * output.duration) / 8, -4);
  });

  it.each<[TranscodeOptions, number]>([
    [{ start: 1 }, 3],
    [{ end: 1.5 }, 1.5],
    [{ start: 1, end: 2.25 }, 1.25],
    [{ start: 0, end: 4 }, 4],
  ])('extract the part %j', async (options, seconds) => {
    const { output } = await convert(worker, media, options);
    expect(Math.abs(output.duration - seconds)).toBeLessThan(0.1);
  });

  it.each<[TranscodeOptions, RegExp]>([
    [{ start: 4 }, /^"start" lies past the end/],
    [{ start: 80_000 }, /^"start" lies past the end/],
    [{ end: 60 }, /^"end" lies past the end of the media, which is at 4\.0 s$/],
    [{ start: 2, end: 60 }, /^"end" lies past the end of the media, which is at 4\.0 s$/],
    [{ start: 2, end: 1 }, /"end"/],
    [{ bitrate: 1_000 }, /kbit/],
  ])('are refused as OPTIONS_INVALID: %j', async (options, message) => {
    const error = await worker.fail(await put(worker, media), options);
    expect(error).toEqual({
      code: 'OPTIONS_INVALID',
      message: expect.stringMatching(message),
      retryable: false,
    });
  });

  it('normalize quiet media to the loudness of EBU R 128', async () => {
    const quiet = await makeMedia(ffmpeg, [...tone(4), '-af', 'volume=-35dB'], 'a.flac');
    const plain = await convert(worker, quiet);
    const normal = await convert(worker, quiet, { normalize: true });
    const [before, after] = [await listenTo(ffmpeg, plain.mp3), await listenTo(ffmpeg, normal.mp3)];
    expect(before.loudest).toBeLessThan(-45);
    expect(after.loudest).toBeGreaterThan(-25);
    expect(normal.output).toMatchObject({ sample_rate: 44_100, channels: 2 });
    expect(Math.abs(normal.output.duration - plain.output.duration)).toBeLessThan(0.2);
  });
});
