import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { waveformBlobKey } from '@medley/blobs';
import type { ServiceHarness } from '@medley/testing/worker';
import { convert, everyFfmpeg, fakeFfmpeg, makeMedia, startTranscoderHarness } from './media-harness';

/** A second of silence, a second of a tone, a second of silence. */
const signal = ['-f', 'lavfi', '-i', 'aevalsrc=0.5*sin(880*PI*t)*between(t\\,1\\,2):d=3:s=44100'];

interface Waveform {
  sample_rate: number;
  samples_per_pixel: number;
  length: number;
  data: number[];
}

async function readWaveform(worker: ServiceHarness, soundKey: string): Promise<Waveform> {
  return JSON.parse(await text(await worker.blobs.get(waveformBlobKey(soundKey)))) as Waveform;
}

/** The widest swing between two times. */
function swing({ data, sample_rate, samples_per_pixel }: Waveform, from: number, to: number): number {
  const pairAt = (seconds: number): number => Math.round((seconds * sample_rate) / samples_per_pixel);
  return Math.max(...data.slice(pairAt(from) * 2, pairAt(to) * 2).map(Math.abs));
}

describe.each(['system', 'bundled'])('the waveform beside an MP3, by the %s ffmpeg,', (which) => {
  let worker: ServiceHarness;
  let ffmpeg: string;
  beforeAll(async () => {
    const [bundled = '', onPath = bundled] = await everyFfmpeg();
    ffmpeg = which === 'system' ? onPath : bundled;
    worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
  });
  afterAll(() => worker.close());

  test('has the shape of the sound', async () => {
    const { media } = await convert(worker, await makeMedia(ffmpeg, signal, 'a.wav'));
    const waveform = await readWaveform(worker, media.blob);
    expect(waveform).toMatchObject({ version: 2, channels: 1, bits: 8, sample_rate: 8_000 });
    expect(waveform.data).toHaveLength(waveform.length * 2);
    expect(waveform.length).toBeGreaterThanOrEqual(1_000);
    expect(waveform.length).toBeLessThanOrEqual(2_000);
    expect((waveform.length * waveform.samples_per_pixel) / 8_000).toBeCloseTo(3, 0);
    expect(swing(waveform, 0.1, 0.9)).toBeLessThan(2);
    expect(swing(waveform, 1.1, 1.9)).toBeGreaterThan(50);
    expect(swing(waveform, 2.1, 2.9)).toBeLessThan(2);
  });

  test('is that of the part that was asked for', async () => {
    const options = { start: 1, end: 2 };
    const { media } = await convert(worker, await makeMedia(ffmpeg, signal, 'a.wav'), options);
    const waveform = await readWaveform(worker, media.blob);
    expect((waveform.length * waveform.samples_per_pixel) / 8_000).toBeCloseTo(1, 0);
    expect(swing(waveform, 0.1, 0.9)).toBeGreaterThan(50);
  });
});

test('an ffmpeg that cannot reduce the sound leaves it without a waveform', async () => {
  const [ffmpeg = ''] = await everyFfmpeg();
  const directory = await mkdtemp(join(tmpdir(), 'medley-fake-'));
  // It knows what converts, and nothing else.
  const fake = await fakeFfmpeg(directory, `exec ${ffmpeg} "$@"`);
  const worker = await startTranscoderHarness({ FFMPEG_PATH: fake });
  const { media, mp3 } = await convert(worker, await makeMedia(ffmpeg, signal, 'a.wav'));
  expect(mp3.length).toBe(media.size);
  expect(await worker.blobs.stat(waveformBlobKey(media.blob))).toBeNull();
  await worker.close();
  await rm(directory, { recursive: true });
});
