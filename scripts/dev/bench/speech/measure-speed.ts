import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiarizationPool } from '@medley/transcriber';
import {
  mixTurns,
  randomNumbers,
  synthesizeSpeech,
  syntheticVoices,
  type Utterance,
} from '@medley/testing/speech';

const HOUR_S = 3_600;

export interface SpeedFigures {
  seconds: number;
  /** Processor seconds of all cores together. */
  cpuSeconds: number;
  speakers: number;
  found: number;
}

/** Duration of the basic diarization of an hour with three voices in random order. */
export async function measureSpeed(directory: string): Promise<SpeedFigures> {
  const path = join(directory, 'hour.wav');
  await writeFile(path, mixTurns(hourOfTurns(), { seed: 9, noiseDb: 30 }).wav);
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const free = { minSpeakers: null, maxSpeakers: null };
  const pool = new DiarizationPool({ threads: 1 });
  const job = { kind: 'diarize', wavPath: path, limits: free } as const;
  const { turns } = await pool.run(job, new AbortController().signal).finally(() => pool.close());
  const { user, system } = process.cpuUsage(cpu);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    speakers: syntheticVoices.length,
    found: new Set(turns.map(({ speaker }) => speaker)).size,
  };
}

function hourOfTurns(): Utterance[] {
  const random = randomNumbers(11);
  const turns: Utterance[] = [];
  for (let seconds = 0; seconds < HOUR_S;) {
    const length = 2 + 8 * random();
    const speaker = Math.floor(random() * syntheticVoices.length);
    const voice = syntheticVoices[speaker];
    if (!voice) continue;
    turns.push({ speaker: String(speaker), samples: synthesizeSpeech(voice, length, 900 + turns.length) });
    seconds += length;
  }
  return turns;
}
