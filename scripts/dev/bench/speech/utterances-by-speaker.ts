import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cutUtterances } from './cut-utterances';
import { loadSamples, readRttm } from '@medley/testing/speech';
import type { SpeechData } from './speech-data';

const RATE = 16_000;

/** The utterances of the speech data by speaker. */
export async function utterancesBySpeaker(
  data: SpeechData,
  ffmpeg: string,
): Promise<Map<string, Float32Array[]>> {
  const utterances = new Map<string, Float32Array[]>();
  const add = (name: string, samples: Float32Array): void => {
    utterances.set(name, [...(utterances.get(name) ?? []), ...cutUtterances(samples)]);
  };
  for (const { file, speakers, rttm } of data.files) {
    const isInTurn = speakers === 2 && rttm !== undefined;
    if (speakers !== 1 && !isInTurn) continue;
    const samples = await loadSamples(ffmpeg, join(data.directory, file));
    if (!isInTurn) {
      add(file.startsWith('en_librivox') ? 'librivox' : file.replace(/_sentence|\.\w+$/g, ''), samples);
      continue;
    }
    for (const { start, end, speaker } of readRttm(readFileSync(join(data.directory, rttm), 'utf8')))
      add(speaker, samples.subarray(Math.round(start * RATE), Math.round(end * RATE)));
  }
  return utterances;
}
