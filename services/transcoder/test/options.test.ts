import type { TranscodeOptions } from '@medley/contracts';
import type { WorkerLab } from '../../../tests/support/worker-lab';
import { convert, everyFfmpeg, listenTo, makeMedia, openTranscoder, put, tone } from './media-harness';

describe('the options of a transcode', () => {
  let lab: WorkerLab;
  let ffmpeg: string;
  let media: Buffer;
  beforeAll(async () => {
    [ffmpeg = ''] = await everyFfmpeg();
    lab = await openTranscoder({ FFMPEG_PATH: ffmpeg });
    media = await makeMedia(ffmpeg, tone(4), 'a.wav');
  });
  afterAll(() => lab.close());

  it.each<[string, TranscodeOptions, object]>([
    ['bitrate in kbit/s', { bitrate: 64 }, { bitrate: 64_000 }],
    ['bitrate in bit/s', { bitrate: 320_000 }, { bitrate: 320_000 }],
    ['sample rate', { sample_rate: 22_050 }, { sample_rate: 22_050, bitrate: 128_000 }],
    ['channels', { channels: 1 }, { channels: 1 }],
    ['a bitrate the sample rate cannot carry', { bitrate: 320, sample_rate: 8_000 }, { bitrate: 64_000 }],
    ['a bitrate below what the sample rate needs', { bitrate: 8 }, { bitrate: 32_000 }],
  ])('set the %s, and the answer says what really came out', async (_name, options, wanted) => {
    const { output, mp3 } = await convert(lab, media, options);
    expect(output).toMatchObject({ ...wanted, size: mp3.length });
    expect(output.duration).toBeGreaterThan(3.9);
    expect(output.size).toBeCloseTo((output.bitrate * output.duration) / 8, -4);
  });

  it.each<[TranscodeOptions, number]>([
    [{ start: 1 }, 3],
    [{ end: 1.5 }, 1.5],
    [{ start: 1, end: 2.25 }, 1.25],
    [{ start: 0, end: 4 }, 4],
  ])('cut out %j', async (options, seconds) => {
    const { output } = await convert(lab, media, options);
    expect(Math.abs(output.duration - seconds)).toBeLessThan(0.1);
  });

  it.each<[TranscodeOptions, RegExp]>([
    [{ start: 4 }, /^"start" lies past the end/],
    [{ start: 80_000 }, /^"start" lies past the end/],
    [{ end: 60 }, /^"end" lies past the end of the media, which is at 4\.0 s$/],
    [{ start: 2, end: 60 }, /^"end" lies past the end of the media, which is at 4\.0 s$/],
    [{ start: 2, end: 1 }, /"end"/],
    [{ bitrate: 1_000 }, /kbit/],
  ])('are refused as OPTIONS_INVALID when they do not fit: %j', async (options, message) => {
    const error = await lab.fail(await put(lab, media), options);
    expect(error).toEqual({
      code: 'OPTIONS_INVALID',
      message: expect.stringMatching(message),
      retryable: false,
    });
  });

  it('make quiet media as loud as EBU R 128 asks', async () => {
    const quiet = await makeMedia(ffmpeg, [...tone(4), '-af', 'volume=-35dB'], 'a.flac');
    const plain = await convert(lab, quiet);
    const normal = await convert(lab, quiet, { normalize: true });
    const [before, after] = [await listenTo(ffmpeg, plain.mp3), await listenTo(ffmpeg, normal.mp3)];
    expect(before.loudest).toBeLessThan(-45);
    expect(after.loudest).toBeGreaterThan(-25);
    expect(normal.output).toMatchObject({ sample_rate: 44_100, channels: 2 });
    expect(Math.abs(normal.output.duration - plain.output.duration)).toBeLessThan(0.2);
  });
});
