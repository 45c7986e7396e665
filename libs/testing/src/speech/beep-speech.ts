import { WAV_HEADER_BYTES, wavHeader } from '../inputs/wav-header';

/**
 * Artificial speech that is decoded without errors: each word is a chord of two tones. A transcript of it can be compared
 * word by word.
 */

/** A word with its start and end in seconds. */
export interface Beep {
  word: string;
  start: number;
  end: number;
}

const RATE = 16_000;
const TONES = [400, 560, 730, 910, 1_100, 1_310, 1_540, 1_790, 2_060, 2_350, 2_660, 2_990];
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'ke', 'li', 'mo', 'nu', 'pa', 're'];

const WINDOW = 320;
const HOP = 160;
/** Below this power (mean square of samples from -1 to 1) there is no speech. */
const POWER_MIN = 1e-4;
/** Least share of the power that the two tones of a chord have together. */
const PURITY_MIN = 0.7;
const RUN_MIN_S = 0.05;

/** Duration of each word in seconds. */
export const BEEP_S = 0.25;
/** Decoded in place of a word that was cut. */
export const GARBLED = 'hrm';

/** The vocabulary. */
export const beepWords: readonly string[] = SYLLABLES.flatMap((first, index) =>
  SYLLABLES.slice(index + 1).map((second) => first + second),
);

/** Times of consecutive words; `gapAfter` gives the silence after each, in seconds. */
export function scheduleBeeps(
  words: readonly string[],
  gapAfter: (index: number) => number,
  from = 0,
): Beep[] {
  let at = from;
  return words.map((word, index) => {
    const start = Math.round(at * 1_000) / 1_000;
    at = start + BEEP_S + gapAfter(index);
    return { word, start, end: start + BEEP_S };
  });
}

/** A WAV file (16 kHz, mono, 16 bits) with these words. */
export function synthesizeBeeps(beeps: readonly Beep[], seconds: number): Buffer {
  const samples = new Int16Array(Math.round(seconds * RATE));
  const voice = new Map<string, Int16Array>();
  for (const { word, start } of beeps) {
    const sound = voice.get(word) ?? chordOf(word);
    voice.set(word, sound);
    const first = Math.round(start * RATE);
    samples.set(sound.subarray(0, Math.max(0, samples.length - first)), first);
  }
  return Buffer.concat([wavHeader(samples.byteLength, { rate: RATE }), Buffer.from(samples.buffer)]);
}

function chordOf(word: string): Int16Array {
  const [low, high] = tonesOf(word);
  const length = BEEP_S * RATE;
  return Int16Array.from({ length }, (_, at) => {
    const fade = Math.min(1, at / 80, (length - at) / 80);
    const tone = (hertz: number): number => Math.sin((2 * Math.PI * hertz * at) / RATE);
    return Math.round(8_000 * fade * (tone(low) + tone(high)));
  });
}

/** Decodes the words of a WAV file (16 kHz, mono, 16 bits) with their times in seconds. */
export function decodeBeeps(wav: Buffer): Beep[] {
  const data = wav.subarray(WAV_HEADER_BYTES);
  const samples = new Float64Array(Math.floor(data.length / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = data.readInt16LE(at * 2) / 32_768;
  const beeps: Beep[] = [];
  let run: { word: string | null; from: number } = { word: null, from: 0 };
  for (let frame = 0; frame * HOP <= samples.length; frame += 1) {
    const word = chordAt(samples, frame * HOP);
    if (word === run.word) continue;
    // A time is the middle of its window; the first and last window of a word overlap it by half.
    const [start, end] = [(run.from * HOP + WINDOW / 2) / RATE, (frame * HOP + WINDOW / 2) / RATE];
    if (run.word !== null && end - start >= RUN_MIN_S) beeps.push(decodedBeep(run.word, start, end));
    run = { word, from: frame };
  }
  return beeps;
}

/** What an OpenAI-compatible engine would answer to a file with these words. */
export function verboseJsonOf(
  beeps: readonly Beep[],
  seconds: number,
  give: { words?: boolean; segments?: boolean } = {},
): Record<string, unknown> {
  const sentences = sentencesOf(beeps);
  const segments = sentences.map((sentence, id) => ({
    id,
    start: sentence[0]?.start ?? 0,
    end: sentence.at(-1)?.end ?? 0,
    text: ` ${sentenceOf(sentence)}`,
  }));
  return {
    task: 'transcribe',
    language: 'english',
    duration: seconds,
    text: segments.map(({ text }) => text).join(''),
    ...(give.segments === false ? {} : { segments }),
    ...(give.words === false ? {} : { words: beeps.map(({ word, start, end }) => ({ word, start, end })) }),
  };
}

/** The words of a text in lower case, without punctuation. */
export function wordsOfText(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** A sentence ends at a pause of 0.25 s or after twelve words. */
function sentencesOf(beeps: readonly Beep[]): Beep[][] {
  const sentences: Beep[][] = [];
  for (const beep of beeps) {
    const last = sentences.at(-1);
    const before = last?.at(-1);
    if (last && before && last.length < 12 && beep.start - before.end < 0.25) last.push(beep);
    else sentences.push([beep]);
  }
  return sentences;
}

function sentenceOf(beeps: readonly Beep[]): string {
  const text = beeps.map(({ word }) => word).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function decodedBeep(word: string, start: number, end: number): Beep {
  const times = { start: Math.round(start * 1_000) / 1_000, end: Math.round(end * 1_000) / 1_000 };
  return { word: end - start < 0.85 * BEEP_S ? GARBLED : word, ...times };
}

function chordAt(samples: Float64Array, from: number): string | null {
  const window = samples.subarray(from, from + WINDOW);
  let power = 0;
  for (const sample of window) power += sample * sample;
  power /= WINDOW;
  if (power < POWER_MIN) return null;
  const strengths = TONES.map((hertz) => strengthOf(window, hertz));
  const order = [...strengths.keys()].sort((one, other) => (strengths[other] ?? 0) - (strengths[one] ?? 0));
  const [first = 0, second = 0] = order;
  const share = ((strengths[first] ?? 0) + (strengths[second] ?? 0)) / power;
  const isChord = share >= PURITY_MIN && (strengths[second] ?? 0) > (strengths[first] ?? 0) / 10;
  return isChord ? wordOf(Math.min(first, second), Math.max(first, second)) : null;
}

/** The power of one tone (Goertzel). */
function strengthOf(window: Float64Array, hertz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  let [one, two] = [0, 0];
  for (const sample of window) {
    const next = sample + factor * one - two;
    two = one;
    one = next;
  }
  return (2 * (one * one + two * two - factor * one * two)) / WINDOW ** 2;
}

function wordOf(first: number, second: number): string {
  return `${SYLLABLES[first] ?? ''}${SYLLABLES[second] ?? ''}`;
}

function tonesOf(word: string): [number, number] {
  const tones = [word.slice(0, 2), word.slice(2)].map((syllable) => TONES[SYLLABLES.indexOf(syllable)]);
  const [low, high] = tones;
  if (low === undefined || high === undefined) throw new Error(`${word} is no word of beeps`);
  return [low, high];
}
