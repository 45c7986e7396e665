import type { TranscribeOutput } from '@medley/contracts';
import { decodeSound } from '@medley/testing';
import type { ServiceHarness } from '@medley/testing/worker';
import { everyFfmpeg, makeMedia, tone } from './media-harness';
import { inputOf, redact, startRedactHarness, transcriptOf } from './redact-harness';

const SPEECH_HZ = 440;
const BEEP_HZ = 1_000;
/** How exactly the sound has to be cut, in seconds. */
const EXACT_S = 0.02;
/** Levels of the tones: 0.08 when they are there. */
const AUDIBLE = 0.05;
const INAUDIBLE = 0.002;

const words: [number, number, string][] = [
  [0.2, 0.5, 'My'],
  [0.5, 0.9, 'name'],
  [0.9, 1.1, 'is'],
  [1.5, 1.9, 'Ann'],
  [2, 2.4, 'Lee.'],
];
const first = { start: 0.2, end: 2.4, text: 'My name is Ann Lee.', words };
const second = { start: 2.6, end: 3.8, text: 'Call Bob now.' };
const transcript: TranscribeOutput = transcriptOf(4, [first, second]);

describe.each(['system', 'bundled'])('redaction of sound with the %s ffmpeg', (which) => {
  let worker: ServiceHarness;
  let ffmpeg: string;
  let media: Buffer;
  beforeAll(async () => {
    const [bundled = '', onPath = bundled] = await everyFfmpeg();
    ffmpeg = which === 'system' ? onPath : bundled;
    worker = await startRedactHarness({ FFMPEG_PATH: ffmpeg });
    media = await makeMedia(ffmpeg, tone(4), 'a.wav');
  });
  afterAll(() => worker.close());

  test('puts a beep in the place of what was found, exact to 20 ms of its words and the padding', async () => {
    const { output, mp3, seconds } = await redact(worker, { media, transcript, found: ['Ann Lee'] });
    expect(output.redactions).toEqual([{ start: 1.35, end: 2.55, type: 'PERSON' }]);
    expect(output).toMatchObject({ format: 'mp3', size: mp3.length, sample_rate: 44_100, channels: 2 });
    expect(seconds).toBe(output.duration);
    const sound = await decodeSound(ffmpeg, mp3);
    expect(Math.abs(sound.seconds - 4)).toBeLessThan(0.1);
    expect(sound.level(SPEECH_HZ, 1.35, 2.55)).toBeLessThan(INAUDIBLE);
    expect(sound.level(BEEP_HZ, 1.35, 2.55)).toBeGreaterThan(AUDIBLE);
    for (const [from, to] of [[0.1, 1.35 - EXACT_S], [2.55 + EXACT_S, 3.9]] as const) {
      expect(sound.level(SPEECH_HZ, from, to)).toBeGreaterThan(AUDIBLE);
      expect(sound.level(BEEP_HZ, from, to)).toBeLessThan(INAUDIBLE);
    }
    // The edges themselves: the tone is gone in the first, and back in the last 20 ms.
    expect(sound.level(SPEECH_HZ, 1.35, 1.37)).toBeLessThan(0.02);
    expect(sound.level(SPEECH_HZ, 2.53, 2.55)).toBeLessThan(0.02);
    expect(sound.level(SPEECH_HZ, 1.31, 1.33)).toBeGreaterThan(AUDIBLE);
    expect(sound.level(SPEECH_HZ, 2.57, 2.59)).toBeGreaterThan(AUDIBLE);
  }); // prettier-ignore

  test('with silence nothing is heard in its place', async () => {
    const options = { with: 'silence', padding_ms: 0 } as const;
    const { output, mp3 } = await redact(worker, { media, transcript, found: ['Ann', 'Lee'], options });
    expect(output.redactions.map(({ start, end }) => [start, end])).toEqual([
      [1.5, 1.9],
      [2, 2.4],
    ]);
    const sound = await decodeSound(ffmpeg, mp3);
    expect(sound.peak(1.51, 1.89)).toBeLessThan(0.005);
    expect(sound.level(SPEECH_HZ, 1.92, 1.98)).toBeGreaterThan(AUDIBLE);
    expect(sound.peak(2.01, 2.39)).toBeLessThan(0.005);
    expect(sound.level(SPEECH_HZ, 2.42, 3.9)).toBeGreaterThan(AUDIBLE);
  });

  test('silences the whole segment when the times of its words are unknown', async () => {
    const { output, mp3 } = await redact(worker, { media, transcript, found: ['Bob'] });
    expect(output.redactions).toEqual([{ start: 2.45, end: 3.95, type: 'PERSON' }]);
    const sound = await decodeSound(ffmpeg, mp3);
    expect(sound.level(SPEECH_HZ, 2.45, 3.95)).toBeLessThan(INAUDIBLE);
    expect(sound.level(SPEECH_HZ, 0.1, 2.43)).toBeGreaterThan(AUDIBLE);
  });

  test('joins what touches, and ends with the sound', async () => {
    const options = { padding_ms: 1_000 };
    const { output } = await redact(worker, { media, transcript, found: ['My', 'Lee', 'Bob'], options });
    expect(output.redactions).toEqual([
      { start: 0, end: 4, type: 'PERSON' },
    ]);
  }); // prettier-ignore

  test('leaves a sound as it is in which nothing was found', async () => {
    const { output, mp3 } = await redact(worker, { media, transcript, found: [] });
    expect(output.redactions).toEqual([]);
    const sound = await decodeSound(ffmpeg, mp3);
    expect(sound.level(SPEECH_HZ, 0, 4)).toBeGreaterThan(AUDIBLE);
    expect(sound.level(BEEP_HZ, 0, 4)).toBeLessThan(INAUDIBLE);
  });

  test('takes times from the start of the whole sound when it is a part of it', async () => {
    const part = { start: 1, end: 3 };
    const cut = await makeMedia(ffmpeg, tone(2, 22_050, 1), 'a.flac');
    const { output, mp3 } = await redact(worker, { media: cut, transcript, found: ['My', 'Ann', 'Bob'], part });
    expect(output).toMatchObject({ sample_rate: 22_050, channels: 1 });
    expect(output.redactions.map(({ start, end }) => [start, end])).toEqual([
      [0.35, 1.05],
      [1.45, 2],
    ]);
    const sound = await decodeSound(ffmpeg, mp3);
    expect(sound.level(SPEECH_HZ, 0.35, 1.05)).toBeLessThan(INAUDIBLE);
    expect(sound.level(SPEECH_HZ, 1.07, 1.43)).toBeGreaterThan(AUDIBLE);
  }); // prettier-ignore

  test('times hold in a sound that begins late, as they do in its transcript', async () => {
    const late = await makeMedia(ffmpeg, ['-itsoffset', '1', ...tone(3), '-c:a', 'libmp3lame'], 'a.mkv');
    const { output, mp3 } = await redact(worker, { media: late, transcript, found: ['Ann'] });
    const sound = await decodeSound(ffmpeg, mp3);
    expect(output.redactions.map(({ start, end }) => [start, end])).toEqual([[1.35, 2.05]]);
    expect(sound.level(SPEECH_HZ, 1.35, 2.05)).toBeLessThan(INAUDIBLE);
    expect(sound.level(SPEECH_HZ, 1.1, 1.33)).toBeGreaterThan(AUDIBLE);
    expect(sound.level(SPEECH_HZ, 2.07, 3.9)).toBeGreaterThan(AUDIBLE);
  }); // prettier-ignore

  test('is refused for a sound of another length than what was transcribed', async () => {
    const other = await makeMedia(ffmpeg, tone(3), 'a.wav');
    const error = await worker.fail(await inputOf(worker, { media: other, transcript, found: ['Ann'] }), {});
    expect(error).toMatchObject({ code: 'MEDIA_LENGTH_MISMATCH', retryable: false });
    expect(await worker.leftovers()).toEqual([]);
  });
});
