import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  loadSamples,
  mixTurns,
  readRttm,
  synthesizeSpeech,
  syntheticVoices,
  toWav,
  type Turn,
  type Utterance,
} from '@medley/testing/speech';
import type { SpeechData } from './speech-data';
import { utterancesBySpeaker } from './utterances-by-speaker';

/** A recording with its reference speaker turns. */
export interface DiarizationCase {
  name: string;
  kind: 'recording' | 'mix' | 'unseen' | 'synthetic';
  wav: Buffer;
  turns: Turn[];
}

const NOISE_DB = 30;
/** A turn of a mix ends when it has reached this length, in seconds. */
const TURN_S = 2;
const TURNS_MAX = 12;
const RATE = 16_000;

/** Mixes of the voices on which the constants of the method were tuned. */
const MIXES = [
  ['librivox'], ['spk1'], ['spk2'], ['es'],
  ['librivox', 'spk1'], ['librivox', 'spk2'], ['librivox', 'es'], ['spk1', 'es'], ['spk2', 'es'],
  ['librivox', 'spk1', 'spk2'], ['librivox', 'spk1', 'spk2', 'es'],
]; // prettier-ignore
/** Mixes of voices that were not used for tuning. */
const UNSEEN = [
  ['it'], ['pt'], ['it', 'pt'], ['it', 'librivox'], ['pt', 'spk1'], ['pt', 'librivox', 'it'],
]; // prettier-ignore
const SYNTHETIC = [[0], [1], [2], [0, 1], [1, 2], [0, 1, 2]];

/** Two real recordings, mixes of the other recordings, and mixes of synthetic voices; without data only the last. */
export async function loadDiarizationCases(
  data: SpeechData | null,
  ffmpeg: string | null,
): Promise<DiarizationCase[]> {
  const synthetic = SYNTHETIC.map(syntheticCase);
  if (!data || ffmpeg === null) return synthetic;
  const voices = await utterancesBySpeaker(data, ffmpeg);
  const mixed =
    (kind: 'mix' | 'unseen') =>
    (names: readonly string[], index: number): DiarizationCase => {
      const parts = new Map(names.map((name) => [name, voices.get(name) ?? []]));
      return {
        name: `mix ${names.join('+')}`,
        kind,
        ...mixTurns(inTurn(parts), { seed: 300 + index, noiseDb: NOISE_DB }),
      };
    };
  const recordings = data.files.flatMap(({ file, rttm }) => (rttm === undefined ? [] : [{ file, rttm }]));
  return [
    ...(await Promise.all(
      recordings.map(async ({ file, rttm }): Promise<DiarizationCase> => ({
        name: file,
        kind: 'recording',
        wav: toWav(await loadSamples(ffmpeg, join(data.directory, file))),
        turns: readRttm(readFileSync(join(data.directory, rttm), 'utf8')),
      })),
    )),
    ...MIXES.map(mixed('mix')),
    ...UNSEEN.map(mixed('unseen')),
    ...synthetic,
  ];
}

/** The voices take turns until one runs out of utterances. */
function inTurn(voices: ReadonlyMap<string, readonly Float32Array[]>): Utterance[] {
  const left = [...voices].map(([speaker, utterances]) => ({ speaker, utterances: [...utterances] }));
  const utterances: Utterance[] = [];
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const voice = left[turn % left.length];
    if (!voice || voice.utterances.length === 0) break;
    for (let seconds = 0; seconds < TURN_S;) {
      const samples = voice.utterances.shift();
      if (!samples) break;
      utterances.push({ speaker: voice.speaker, samples });
      seconds += samples.length / RATE;
    }
  }
  return utterances;
}

function syntheticCase(order: readonly number[], index: number): DiarizationCase {
  const turns = Array.from({ length: 9 }, (_, turn): Utterance => {
    const number = order[turn % order.length] ?? 0;
    const voice = syntheticVoices[number] ?? { pitchHz: 120, tract: 1, brightness: 0.5 };
    return {
      speaker: `voice ${number}`,
      samples: synthesizeSpeech(voice, 2.5 + (turn % 3), 50 * index + turn),
    };
  });
  return {
    name: `synthetic ${order.join('+')}`,
    kind: 'synthetic',
    ...mixTurns(turns, { seed: 400 + index, noiseDb: NOISE_DB }),
  };
}
