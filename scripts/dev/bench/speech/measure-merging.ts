import {
  type Beep,
  beepWords,
  synthesizeBeeps,
  startBeepEngine,
  scheduleBeeps,
  wordError,
  wordsOfText,
} from '@medley/testing/speech';
import { startTranscriberHarness } from './transcriber-harness';

const CHUNK_SECONDS = 20;
const WORDS = 1_500;

export interface MergeFigures {
  name: string;
  words: number;
  cuts: number;
  /** Words of the text that were lost, doubled or changed. */
  wrong: number;
  /** The same for the list of words. */
  wrongTimed: number;
  /** Largest error of a word's time, in seconds. */
  offset: number;
  seconds: number;
}

/** Errors that chunking causes: an engine without errors on chunks of 20 s, of speech with and without pauses. */
export async function measureMerging(): Promise<MergeFigures[]> {
  const words = Array.from(
    { length: WORDS },
    (_, index) => beepWords[(index * index + 3 * index) % 66] ?? '',
  );
  return [
    await measure(
      'cut at pauses',
      scheduleBeeps(words, (index) => (index % 9 === 8 ? 0.7 : 0.1), 0.4),
    ),
    await measure(
      'cut through speech',
      scheduleBeeps(words, (index) => 0.07 + (index % 3) * 0.04, 0.4),
    ),
  ];
}

async function measure(name: string, beeps: readonly Beep[]): Promise<MergeFigures> {
  const engine = await startBeepEngine();
  const row = {
    kind: 'openai',
    name: 'beeps',
    base_url: engine.url,
    models: ['beeps'],
    piece_seconds_max: CHUNK_SECONDS,
  };
  const harness = await startTranscriberHarness(row);
  try {
    const wav = synthesizeBeeps(beeps, (beeps.at(-1)?.end ?? 0) + 0.5);
    const startedAt = performance.now();
    const { text, words = [] } = await harness.transcribe(wav);
    const seconds = (performance.now() - startedAt) / 1_000;
    const reference = beeps.map(({ word }) => word).join(' ');
    const timed = words.map(({ word }) => wordsOfText(word).join('')).join(' ');
    return {
      name,
      words: beeps.length,
      cuts: engine.requestCount() - 1,
      wrong: wordError(reference, text, 'en').errors,
      wrongTimed: wordError(reference, timed, 'en').errors,
      offset: Math.max(
        0,
        ...words.map(({ start }, index) => Math.abs(start - (beeps[index]?.start ?? Infinity))),
      ),
      seconds,
    };
  } finally {
    await harness.close();
    await engine.close();
  }
}
