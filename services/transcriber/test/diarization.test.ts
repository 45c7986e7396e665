import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diarize } from '@medley/transcriber';
import { diarizationError, type Turn } from '../../../scripts/bench/speech/diarization-error';
import { mixTurns, toWav, type TurnMix } from '../../../scripts/bench/speech/mix-turns';
import { wavHeader } from '../src/audio/wav-format';
import {
  randomNumbers,
  speakNonsense,
  syntheticVoices,
  type SyntheticVoice,
} from '../../../scripts/bench/speech/synthetic-voice';

const free = { minSpeakers: null, maxSpeakers: null };
const never = new AbortController().signal;
const SECONDS = 16_000;

let directory = '';
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'medley-speakers-'))));
afterAll(() => rm(directory, { recursive: true }));

async function separate(wav: Buffer, limits: Parameters<typeof diarize>[1] = free) {
  const path = join(directory, 'voices.wav');
  await writeFile(path, wav);
  return diarize(path, limits, never);
}

function conversation(order: readonly number[], seed: number, seconds = 2.5): TurnMix {
  const utterances = order.map((number, turn) => ({
    speaker: `voice ${number}`,
    samples: speakNonsense(
      syntheticVoices[number] as SyntheticVoice,
      seconds + (turn % 3),
      100 * seed + turn,
    ),
  }));
  return mixTurns(utterances, { seed });
}

function speakersOf(turns: readonly Turn[]): number {
  return new Set(turns.map(({ speaker }) => speaker)).size;
}

describe('speakers told apart by their voices', () => {
  it.each([1, 2, 3])('finds who of two speaks when (%i)', async (seed) => {
    const { wav, turns } = conversation([0, 1, 0, 1, 0, 1, 0, 1], seed);
    const found = await separate(wav);
    expect(speakersOf(found.turns)).toBe(2);
    expect(diarizationError(turns, found.turns, { collar: 0.25 }).rate).toBeLessThan(0.05);
    expect(found.warnings).toEqual([expect.stringContaining('by the basic method')]);
  });

  it('finds three, who need not speak in order', async () => {
    const { wav, turns } = conversation([0, 1, 2, 0, 1, 2, 2, 1, 0], 1);
    const found = await separate(wav);
    expect(speakersOf(found.turns)).toBe(3);
    expect(diarizationError(turns, found.turns, { collar: 0.25 }).rate).toBeLessThan(0.05);
  });

  it.each([0, 1, 2])('hears one person in a monologue (voice %i)', async (number) => {
    for (const seed of [1, 2]) {
      const found = await separate(conversation([number, number, number, number, number], seed).wav);
      expect(speakersOf(found.turns)).toBe(1);
    }
  });

  it('never finds fewer than asked for, nor more', async () => {
    const { wav } = conversation([0, 1, 2, 0, 1, 2, 2, 1, 0], 1);
    const counts = [];
    for (const [minSpeakers, maxSpeakers] of [[null, 2], [null, 1], [4, null], [3, 3]] as const)
      counts.push(speakersOf((await separate(wav, { minSpeakers, maxSpeakers })).turns));
    expect(counts).toEqual([2, 1, 4, 3]);
  }); // prettier-ignore

  it('keeps turns in order, apart from each other and within the recording', async () => {
    const { wav } = conversation([0, 1, 0, 1, 2, 0], 4);
    const { turns } = await separate(wav);
    turns.forEach(({ start, end }, index) => {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(turns[index - 1]?.end ?? 0);
      expect(end).toBeLessThanOrEqual((wav.length - 44) / 32_000);
    });
  });
});

describe('where nothing honest can be said', () => {
  const random = randomNumbers(7);
  it.each([
    ['silence', () => 0],
    ['noise', () => random() - 0.5],
    ['a tone', (index: number) => 0.3 * Math.sin(index / 6)],
    ['clicks', (index: number) => (index % SECONDS < 20 ? 0.5 : 0)],
  ])('%s has no speakers', async (_name, sample) => {
    const wav = toWav(Float32Array.from({ length: 20 * SECONDS }, (_, index) => sample(index)));
    expect(await separate(wav)).toEqual({ turns: [], warnings: [expect.stringContaining('no speech')] });
  });

  it.each([0, 0.001, 0.02, 0.1])('a file of %d s has none', async (seconds) => {
    expect((await separate(toWav(new Float32Array(seconds * SECONDS)))).turns).toEqual([]);
  });

  it('a word or two are nobody in particular, and it is said why', async () => {
    const { wav } = conversation([0], 1, 2);
    expect(await separate(wav)).toEqual({
      turns: [],
      warnings: [expect.stringContaining('too little speech')],
    });
  });

  it('voices in loud noise are left together, and it is said why', async () => {
    const samples = [0, 1, 0, 1].map((number, turn) => ({
      speaker: 'x',
      samples: speakNonsense(syntheticVoices[number] as SyntheticVoice, 3, turn),
    }));
    const { wav } = mixTurns(samples, { seed: 1, noiseDb: 8 });
    expect(await separate(wav)).toEqual({ turns: [], warnings: [expect.stringContaining('too loud')] });
  });
});

describe('the thread that compares voices', () => {
  it('ends at once when the step is aborted, and leaves nothing behind', async () => {
    const path = join(directory, 'long.wav');
    const { wav } = conversation([0, 1, 2, 0, 1, 2], 1);
    const samples = wav.subarray(44);
    const again = Array.from({ length: 60 }, () => samples);
    await writeFile(path, Buffer.concat([wavHeader(60 * samples.length), ...again]));
    const ports = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const before = ports();
    const aborted = AbortSignal.timeout(500);
    const separation = diarize(path, free, aborted);
    separation.catch(() => undefined);
    expect(ports()).toBeGreaterThan(before);
    await new Promise((resolve) => aborted.addEventListener('abort', resolve));
    const abortedAt = performance.now();
    await expect(separation).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - abortedAt).toBeLessThan(2_000);
    expect(ports()).toBe(before);
  });

  it('fails with a code when the audio is not what was prepared', async () => {
    await expect(separate(Buffer.from('no sound at all'))).rejects.toMatchObject({ code: 'STEP_CRASHED' });
  });
});
