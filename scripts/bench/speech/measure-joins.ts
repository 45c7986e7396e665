import { startBeepEngine } from './beep-engine';
import { beepWords, speakBeeps, timeBeeps, wordsOfText, type Beep } from './beep-speech';
import { openSpeechLab } from './speech-lab';
import { wordError } from './word-error';

const PIECE_SECONDS = 20;
const WORDS = 1_500;

export interface JoinFigures {
  name: string;
  words: number;
  cuts: number;
  /** Words of the text that are lost, doubled or changed. */
  wrong: number;
  /** The same of the list of words. */
  wrongTimed: number;
  /** How far the time of a word is off, at most, in seconds. */
  offset: number;
  seconds: number;
}

/** Words without fail, cut into pieces of 20 s: where people pause, and where nobody does. */
export async function measureJoins(): Promise<JoinFigures[]> {
  const words = Array.from(
    { length: WORDS },
    (_, index) => beepWords[(index * index + 3 * index) % 66] ?? '',
  );
  return [
    await measure(
      'cut at pauses',
      timeBeeps(words, (index) => (index % 9 === 8 ? 0.7 : 0.1), 0.4),
    ),
    await measure(
      'cut through speech',
      timeBeeps(words, (index) => 0.07 + (index % 3) * 0.04, 0.4),
    ),
  ];
}

async function measure(name: string, beeps: readonly Beep[]): Promise<JoinFigures> {
  const engine = await startBeepEngine();
  const row = {
    kind: 'openai',
    name: 'beeps',
    base_url: engine.url,
    models: ['beeps'],
    piece_seconds_max: PIECE_SECONDS,
  };
  const lab = await openSpeechLab(row);
  try {
    const wav = speakBeeps(beeps, (beeps.at(-1)?.end ?? 0) + 0.5);
    const startedAt = performance.now();
    const { text, words = [] } = await lab.transcribe(wav);
    const seconds = (performance.now() - startedAt) / 1_000;
    const said = beeps.map(({ word }) => word).join(' ');
    const timed = words.map(({ word }) => wordsOfText(word).join('')).join(' ');
    return {
      name,
      words: beeps.length,
      cuts: engine.pieces() - 1,
      wrong: wordError(said, text, 'en').errors,
      wrongTimed: wordError(said, timed, 'en').errors,
      offset: Math.max(
        0,
        ...words.map(({ start }, index) => Math.abs(start - (beeps[index]?.start ?? Infinity))),
      ),
      seconds,
    };
  } finally {
    await lab.close();
    await engine.close();
  }
}
