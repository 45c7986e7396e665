import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiarizationPool } from '@medley/transcriber';
import { diarizationError, errorOfPerfectSingle, type Turn } from '@medley/testing/speech';
import type { DiarizationCase } from './diarization-cases';

const COLLAR_S = 0.25;

export interface SpeakersFigures {
  name: string;
  kind: DiarizationCase['kind'];
  speakers: number;
  found: number;
  rate: number;
  missed: number;
  falseAlarm: number;
  confusion: number;
  withCollar: number;
  /** Error rate of the answer “one speaker”, on the same detected speech. */
  oneSpeaker: number;
  /** Lowest error rate of an answer without overlapping speakers. */
  bestSingle: number;
}

export async function measureSpeakers(one: DiarizationCase, directory: string): Promise<SpeakersFigures> {
  const path = join(directory, 'speakers.wav');
  await writeFile(path, one.wav);
  const free = { minSpeakers: null, maxSpeakers: null };
  const pool = new DiarizationPool({ threads: 1 });
  const job = { kind: 'diarize', wavPath: path, limits: free } as const;
  const { turns } = await pool.run(job, new AbortController().signal).finally(() => pool.close());
  const exact = diarizationError(one.turns, turns, { collar: 0 });
  const trivial = turns.map((turn) => ({ ...turn, speaker: 'somebody' }));
  return {
    name: one.name,
    kind: one.kind,
    speakers: countSpeakers(one.turns),
    found: countSpeakers(turns),
    rate: exact.rate,
    missed: exact.missed,
    falseAlarm: exact.falseAlarm,
    confusion: exact.confusion,
    withCollar: diarizationError(one.turns, turns, { collar: COLLAR_S }).rate,
    oneSpeaker: diarizationError(one.turns, trivial, { collar: 0 }).rate,
    bestSingle: errorOfPerfectSingle(one.turns, { collar: 0 }),
  };
}

function countSpeakers(turns: readonly Turn[]): number {
  return new Set(turns.map(({ speaker }) => speaker)).size;
}
