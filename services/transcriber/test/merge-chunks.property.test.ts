import fc from 'fast-check';
import {
  BEEP_S,
  beepWords,
  GARBLED,
  timeBeeps,
  wordsOfText,
  type Beep,
} from '../../../scripts/bench/speech/beep-speech';
import { FRAME_RATE } from '../src/audio/measure-levels';
import { planChunks } from '../src/audio/plan-chunks';
import type { RecognitionResult } from '../src/engines/speech-engine';
import type { TranscribedChunk } from '../src/chunks/transcribed-chunk';
import { mergeChunks } from '../src/chunks/merge-chunks';

/** An engine that hears every word it gets to hear wholly, and mumbles where a word was cut into. */
interface Perfect {
  words: boolean;
  segments: boolean;
  /** Seconds by which its times are shifted, differently in each chunk. */
  jitter: number;
}

function hear(
  beeps: readonly Beep[],
  chunk: Omit<TranscribedChunk, 'heard'>,
  engine: Perfect,
): TranscribedChunk {
  const heard = beeps
    .filter(({ start, end }) => end > chunk.start && start < chunk.end)
    .map((beep) => {
      const [start, end] = [Math.max(beep.start, chunk.start), Math.min(beep.end, chunk.end)];
      const off = engine.jitter * Math.sin(7 * chunk.start);
      return { start: start + off, end: end + off, word: end - start < 0.9 * BEEP_S ? GARBLED : beep.word };
    });
  const spoken = heard.map((one) => ({ ...one, speaker: null }));
  const sentences: (typeof spoken)[] = [];
  spoken.forEach((word, index) => {
    const last = index % 9 === 0 ? undefined : sentences.at(-1);
    if (last) last.push(word);
    else sentences.push([word]);
  });
  const segments = sentences.map((words) => ({
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    text: ` «${words.map(({ word }) => word).join(', ')}».`,
    speaker: null,
  }));
  const text = segments.map((segment) => segment.text).join('');
  const said: RecognitionResult = {
    text,
    language: 'en',
    segments: engine.segments ? segments : null,
    words: engine.words ? spoken : null,
  };
  return { ...chunk, heard: said };
}

/** What the planner would see: loud words, quiet gaps. */
function levelsOf(beeps: readonly Beep[], seconds: number): Float32Array {
  const levels = new Float32Array(Math.round(seconds * FRAME_RATE)).fill(-60);
  for (const { start, end } of beeps)
    levels.fill(-20, Math.round(start * FRAME_RATE), Math.round(end * FRAME_RATE));
  return levels;
}

function throughChunks(beeps: readonly Beep[], secondsMax: number, engine: Perfect): TranscribedChunk[] {
  const seconds = (beeps.at(-1)?.end ?? 0) + 0.5;
  return planChunks(levelsOf(beeps, seconds), secondsMax * FRAME_RATE).map((planned) => {
    const at = (frame: number): number => frame / FRAME_RATE;
    const times = {
      start: at(planned.start),
      end: at(planned.end),
      from: at(planned.from),
      to: at(planned.to),
    };
    return hear(beeps, times, engine);
  });
}

/** `pauseEvery` words a pause; 0: never. */
function speech(words: readonly string[], pauseEvery: number): Beep[] {
  return timeBeeps(words, (index) =>
    pauseEvery > 0 && index % pauseEvery === 0 ? 0.6 : 0.08 + (index % 3) * 0.05,
  );
}

const anyWords = fc.array(fc.constantFrom(...beepWords.slice(0, 8)), {
  minLength: 1,
  maxLength: 300,
  size: 'max',
});
const numbered = fc
  .integer({ min: 1, max: 300 })
  .map((count) => Array.from({ length: count }, (_, at) => nameOf(at)));
const pauses = fc.constantFrom(0, 0, 5, 17, 60);
const limits = fc.integer({ min: 12, max: 60 });

/** A different word for each number. */
function nameOf(at: number): string {
  return `${beepWords[at % 66] ?? ''}${beepWords[Math.floor(at / 66)] ?? ''}`;
}

describe('what was heard in chunks', () => {
  it.each([
    ['times of words and segments', { words: true, segments: true, jitter: 0 }],
    ['times of words only', { words: true, segments: false, jitter: 0 }],
    ['times that are shifted by up to 0.3 s', { words: true, segments: true, jitter: 0.3 }],
  ])('is the original word for word, repeated words too, for an engine that gives %s', (_name, engine) => {
    fc.assert(
      fc.property(anyWords, pauses, limits, (words, pauseEvery, secondsMax) => {
        const joined = mergeChunks(throughChunks(speech(words, pauseEvery), secondsMax, engine));
        expect(wordsOfText(joined.text)).toEqual(words);
        expect(joined.words?.map(({ word }) => word)).toEqual(words);
        expect((joined.segments ?? []).flatMap(({ text }) => wordsOfText(text))).toEqual(words);
      }),
    );
  });

  it.each([
    ['segments only', { words: false, segments: true, jitter: 0 }],
    ['text only', { words: false, segments: false, jitter: 0 }],
  ])('is the original word for word for an engine that gives %s', (_name, engine) => {
    fc.assert(
      fc.property(numbered, pauses, limits, (words, pauseEvery, secondsMax) => {
        const joined = mergeChunks(throughChunks(speech(words, pauseEvery), secondsMax, engine));
        expect(wordsOfText(joined.text)).toEqual(words);
        expect(joined.words).toBeNull();
      }),
    );
  });

  it('keeps times and order: segments follow each other and words lie in the recording', () => {
    fc.assert(
      fc.property(anyWords, pauses, limits, (words, pauseEvery, secondsMax) => {
        const beeps = speech(words, pauseEvery);
        const joined = mergeChunks(
          throughChunks(beeps, secondsMax, { words: true, segments: true, jitter: 0 }),
        );
        expect(joined.words?.map(({ start }) => start.toFixed(3))).toEqual(
          beeps.map(({ start }) => start.toFixed(3)),
        );
        const starts = (joined.segments ?? []).map(({ start }) => start);
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      }),
    );
  });

  it('is not doubled where engines hear the words around a cut differently', () => {
    const chunk = { start: 0, end: 13, from: 0, to: 10 };
    const next = { start: 7, end: 20, from: 10, to: 20 };
    const word = (text: string, start: number): Beep => ({ word: text, start, end: start + 0.4 });
    const left = [word('one', 1), word('two', 8), word('trees', 9.9), word('fore', 11)];
    const right = [word('too', 8), word('three', 9.7), word('four', 11), word('five', 14)];
    const perfect = { words: true, segments: true, jitter: 0 };
    const joined = mergeChunks([hear(left, chunk, perfect), hear(right, next, perfect)]);
    expect(wordsOfText(joined.text)).toEqual(['one', 'two', 'trees', 'four', 'five']);
  });

  it('keeps the blanks and marks of each script', () => {
    const span = { start: 0, end: 5, from: 0, to: 5 };
    const heard = (text: string): RecognitionResult => ({
      text,
      language: null,
      segments: null,
      words: null,
    });
    const text = (...texts: string[]): string =>
      mergeChunks(texts.map((one) => ({ ...span, start: 5, heard: heard(one) }))).text;
    expect(text('今日は。', '元気です')).toBe('今日は。元気です');
    expect(text('Да.', ' Нет? ', '')).toBe('Да. Нет?');
  });

  it('is in the language in which most of it was spoken', () => {
    const chunk = (seconds: number, language: string): TranscribedChunk => ({
      ...{ start: 0, end: seconds, from: 0, to: seconds },
      heard: { text: 'x', language, segments: null, words: null },
    });
    const chunks = [chunk(100, 'ru'), chunk(150, 'en'), chunk(60, 'ru')];
    const inOrder = chunks.map((one) => ({ ...one, end: 0 }));
    expect(mergeChunks(inOrder).language).toBe('ru');
  });
});
