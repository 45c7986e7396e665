import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { measureMp3 } from '../src/measure-mp3';
import { everyFfmpeg, makeMedia, tone } from './media-harness';

describe('measuring an MP3', () => {
  let directory: string;
  let path: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-measure-'));
    path = join(directory, 'a.mp3');
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('ends for any bytes, and never counts more bytes than the file has', async () => {
    const word = fc.constantFrom(0xff, 0xfb, 0x90, 0x49, 0x44, 0x33, 0);
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.array(word, { maxLength: 400 }));
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        await writeFile(path, Buffer.from(content));
        const facts = await measureMp3(path);
        expect(
          facts === null || (facts.size === content.length && facts.samples <= content.length * 48),
        ).toBe(true);
      }),
    );
  });

  it('counts only complete frames of a truncated file', async () => {
    const [ffmpeg = ''] = await everyFfmpeg();
    const whole = await makeMedia(ffmpeg, [...tone(1), '-b:a', '128k'], 'a.mp3');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (length) => {
        await writeFile(path, whole.subarray(0, length));
        const facts = await measureMp3(path);
        // 128 kbit/s at 44.1 kHz: frames of 417 or 418 bytes and 1,152 samples, after the Info frame and the tag.
        expect((facts?.samples ?? 0) / 1_152).toBeLessThanOrEqual(length / 417);
        expect((facts?.samples ?? 0) / 1_152).toBeGreaterThanOrEqual(length / 418 - 3);
      }),
      { numRuns: 50 },
    );
  });

  it('distinguishes constant and variable bitrates', async () => {
    const [ffmpeg = ''] = await everyFfmpeg();
    for (const [args, bitrate] of [
      [['-b:a', '96k'], 96_000],
      [['-q:a', '4'], null],
    ] as const) {
      const bytes = await makeMedia(ffmpeg, [...tone(2, 22_050, 1), ...args], 'a.mp3');
      await writeFile(path, bytes);
      const facts = await measureMp3(path);
      expect(facts).toMatchObject({ sampleRate: 22_050, channels: 1, duration: expect.closeTo(2, 0) });
      if (bitrate) expect(facts?.bitrate).toBe(bitrate);
      else expect(facts?.bitrate).toBeCloseTo((bytes.length * 8) / (facts?.duration ?? NaN), -4);
    }
  });
});
