import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiarizationPool } from '@medley/transcriber';
import { Registry } from 'prom-client';
import {
  diarizationError,
  mixTurns,
  randomNumbers,
  synthesizeSpeech,
  type SyntheticVoice,
  syntheticVoices,
  toWav,
  type Turn,
  type TurnMix,
} from '@medley/testing/speech';
import { until } from '@medley/testing';
import { wavHeader } from '../src/audio/wav-format';
import type { SpeakerLimits } from '../src/diarization/diarize-frames';
import type { Diarization } from '../src/diarization/speaker-turn';

const free = { minSpeakers: null, maxSpeakers: null };
const never = new AbortController().signal;
const SECONDS = 16_000;

let directory = '';
let pool: DiarizationPool;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-speakers-'));
  pool = new DiarizationPool({ threads: 1 });
});
afterAll(async () => {
  await pool.close();
  await rm(directory, { recursive: true });
});

async function separate(wav: Buffer, limits: SpeakerLimits = free): Promise<Diarization> {
  const path = join(directory, 'voices.wav');
  await writeFile(path, wav);
  return pool.run({ kind: 'diarize', wavPath: path, limits }, never);
}

function conversation(order: readonly number[], seed: number, seconds = 2.5): TurnMix {
  const utterances = order.map((number, turn) => ({
    speaker: `voice ${number}`,
    samples: synthesizeSpeech(
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

describe('the basic method of diarization', () => {
  it.each([1, 2, 3])('finds the turns of two speakers (%i)', async (seed) => {
    const { wav, turns } = conversation([0, 1, 0, 1, 0, 1, 0, 1], seed);
    const found = await separate(wav);
    expect(speakersOf(found.turns)).toBe(2);
    expect(diarizationError(turns, found.turns, { collar: 0.25 }).rate).toBeLessThan(0.05);
    expect(found.warnings).toEqual([expect.stringContaining('by the basic method')]);
  });

  it('finds three speakers in any order', async () => {
    const { wav, turns } = conversation([0, 1, 2, 0, 1, 2, 2, 1, 0], 1);
    const found = await separate(wav);
    expect(speakersOf(found.turns)).toBe(3);
    expect(diarizationError(turns, found.turns, { collar: 0.25 }).rate).toBeLessThan(0.05);
  });

  it.each([0, 1, 2])('finds one speaker in a monologue (voice %i)', async (number) => {
    for (const seed of [1, 2]) {
      const found = await separate(conversation([number, number, number, number, number], seed).wav);
      expect(speakersOf(found.turns)).toBe(1);
    }
  });

  it('respects the limits of the number of speakers', async () => {
    const { wav } = conversation([0, 1, 2, 0, 1, 2, 2, 1, 0], 1);
    const counts = [];
    for (const [minSpeakers, maxSpeakers] of [[null, 2], [null, 1], [4, null], [3, 3]] as const)
      counts.push(speakersOf((await separate(wav, { minSpeakers, maxSpeakers })).turns));
    expect(counts).toEqual([2, 1, 4, 3]);
  }); // prettier-ignore

  it('returns turns in order, without overlaps and within the recording', async () => {
    const { wav } = conversation([0, 1, 0, 1, 2, 0], 4);
    const { turns } = await separate(wav);
    turns.forEach(({ start, end }, index) => {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(turns[index - 1]?.end ?? 0);
      expect(end).toBeLessThanOrEqual((wav.length - 44) / 32_000);
    });
  });
});

describe('the basic method of diarization without usable speech', () => {
  const random = randomNumbers(7);
  it.each([
    ['silence', () => 0],
    ['noise', () => random() - 0.5],
    ['a tone', (index: number) => 0.3 * Math.sin(index / 6)],
    ['clicks', (index: number) => (index % SECONDS < 20 ? 0.5 : 0)],
  ])('returns no turns for %s', async (_name, sample) => {
    const wav = toWav(Float32Array.from({ length: 20 * SECONDS }, (_, index) => sample(index)));
    expect(await separate(wav)).toEqual({ turns: [], warnings: [expect.stringContaining('no speech')] });
  });

  it.each([0, 0.001, 0.02, 0.1])('returns no turns for a file of %d s', async (seconds) => {
    expect((await separate(toWav(new Float32Array(seconds * SECONDS)))).turns).toEqual([]);
  });

  it('returns no turns and a warning for one or two words', async () => {
    const { wav } = conversation([0], 1, 2);
    expect(await separate(wav)).toEqual({
      turns: [],
      warnings: [expect.stringContaining('too little speech')],
    });
  });

  it('returns no turns and a warning for speech in loud noise', async () => {
    const samples = [0, 1, 0, 1].map((number, turn) => ({
      speaker: 'x',
      samples: synthesizeSpeech(syntheticVoices[number] as SyntheticVoice, 3, turn),
    }));
    const { wav } = mixTurns(samples, { seed: 1, noiseDb: 8 });
    expect(await separate(wav)).toEqual({ turns: [], warnings: [expect.stringContaining('too loud')] });
  });
});

describe('the diarization pool', () => {
  it('ends the thread of an aborted job and serves the next job', async () => {
    const metrics = new Registry();
    const own = new DiarizationPool({ threads: 1, metrics });
    const stat = async (name: string): Promise<unknown> =>
      (await metrics.getSingleMetric(`medley_worker_pool_${name}`)?.get())?.values[0]?.value;
    const [short, long] = [join(directory, 'short.wav'), join(directory, 'long.wav')];
    const { wav } = conversation([0, 1, 2, 0, 1, 2], 1);
    const samples = wav.subarray(44);
    const again = Array.from({ length: 60 }, () => samples);
    await writeFile(short, wav);
    await writeFile(long, Buffer.concat([wavHeader(60 * samples.length), ...again]));
    await own.run({ kind: 'detect-speech', wavPath: short }, never);
    expect(await stat('threads')).toBe(1);

    const controller = new AbortController();
    const job = own.run({ kind: 'diarize', wavPath: long, limits: free }, controller.signal);
    job.catch(() => undefined);
    await until(async () => (await stat('running')) === 1);
    controller.abort(new Error('canceled'));
    await expect(job).rejects.toThrow('canceled');
    await until(async () => (await stat('threads')) === 0);
    expect(await stat('running')).toBe(0);

    const next = own.run({ kind: 'detect-speech', wavPath: short }, never);
    await expect(next).resolves.not.toHaveLength(0);
    await own.close();
  });

  it('fails a job with STEP_CRASHED when the audio is not in the prepared format', async () => {
    await expect(separate(Buffer.from('no sound at all'))).rejects.toMatchObject({ code: 'STEP_CRASHED' });
  });
});
