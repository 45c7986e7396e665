import fc from 'fast-check';
import { type Beep, BEEP_S, beepWords, GARBLED, scheduleBeeps, wordsOfText } from '@medley/testing/speech';
import { FRAME_RATE } from '../src/audio/measure-levels';
import { planChunks } from '../src/audio/plan-chunks';
import type { RecognitionResult } from '../src/engines/speech-engine';
import type { TranscribedChunk } from '../src/chunks/transcribed-chunk';
import { mergeChunks } from '../src/chunks/merge-chunks';

/** A simulated engine that recognizes every complete word; a word that is cut off becomes `GARBLED`. */
interface SimulatedEngine {
  words: boolean;
  segments: boolean;
  /** Maximum shift of its times in seconds; each chunk has another shift. */
  jitter: number;
}

function transcribe(
  beeps: readonly Beep[],
  chunk: Omit<TranscribedChunk, 'result'>,
  engine: SimulatedEngine,
): TranscribedChunk {
  const words = beeps
    .filter(({ start, end }) => end > chunk.start && start < chunk.end)
    .map((beep) => {
      const [start, end] = [Math.max(beep.start, chunk.start), Math.min(beep.end, chunk.end)];
      const off = engine.jitter * Math.sin(7 * chunk.start);
      return { start: start + off, end: end + off, word: end - start < 0.9 * BEEP_S ? GARBLED : beep.word };
    });
  const spoken = words.map((word) => ({ ...word, speaker: null }));
  const sentences: (typeof spoken)[] = [];
  spoken.forEach((word, index) => {
    const last = index % 9 === 0 ? undefined : sentences.at(-1);
    if (last) last.push(word);
    else sentences.push([word]);
  });
  const segments = sentences.map((sentence) => ({
    start: sentence[0]?.start ?? 0,
    end: sentence.at(-1)?.end ?? 0,
    text: ` «${sentence.map(({ word }) => word).join(', ')}».`,
    speaker: null,
  }));
  const text = segments.map((segment) => segment.text).join('');
  const result: RecognitionResult = {
    text,
    language: 'en',
    segments: engine.segments ? segments : null,
    words: engine.words ? spoken : null,
  };
  return { ...chunk, result };
}

/** Levels in dB: loud words, quiet gaps. */
function levelsOf(beeps: readonly Beep[], seconds: number): Float32Array {
  const levels = new Float32Array(Math.round(seconds * FRAME_RATE)).fill(-60);
  for (const { start, end } of beeps)
    levels.fill(-20, Math.round(start * FRAME_RATE), Math.round(end * FRAME_RATE));
  return levels;
}

function transcribeInChunks(
  beeps: readonly Beep[],
  secondsMax: number,
  engine: SimulatedEngine,
): TranscribedChunk[] {
  const seconds = (beeps.at(-1)?.end ?? 0) + 0.5;
  return planChunks(levelsOf(beeps, seconds), secondsMax * FRAME_RATE).map((planned) => {
    const at = (frame: number): number => frame / FRAME_RATE;
    const times = {
      start: at(planned.start),
      end: at(planned.end),
      from: at(planned.from),
      to: at(planned.to),
    };
    return transcribe(beeps, times, engine);
  });
}

/** A pause after every `pauseEvery` words; 0: no pauses. */
function speech(words: readonly string[], pauseEvery: number): Beep[] {
  return scheduleBeeps(words, (index) =>
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

describe('the merged result of chunks', () => {
  it.each([
    ['timestamps of words and segments', { words: true, segments: true, jitter: 0 }],
    ['word timestamps only', { words: true, segments: false, jitter: 0 }],
    // A larger shift than half of a word makes a row of equal words ambiguous.
    ['timestamps that are off by up to 0.1 s', { words: true, segments: true, jitter: 0.1 }],
  ])('contains every word once, including repeated words, for an engine with %s', (_name, engine) => {
    fc.assert(
      fc.property(anyWords, pauses, limits, (words, pauseEvery, secondsMax) => {
        const merged = mergeChunks(transcribeInChunks(speech(words, pauseEvery), secondsMax, engine));
        expect(wordsOfText(merged.text)).toEqual(words);
        expect(merged.words?.map(({ word }) => word)).toEqual(words);
        expect((merged.segments ?? []).flatMap(({ text }) => wordsOfText(text))).toEqual(words);
      }),
    );
  });

  it('contains every word once for an engine with timestamps that are off by up to 0.3 s', () => {
    fc.assert(
      fc.property(numbered, pauses, limits, (words, pauseEvery, secondsMax) => {
        const engine = { words: true, segments: true, jitter: 0.3 };
        const merged = mergeChunks(transcribeInChunks(speech(words, pauseEvery), secondsMax, engine));
        expect(wordsOfText(merged.text)).toEqual(words);
        expect(merged.words?.map(({ word }) => word)).toEqual(words);
      }),
    );
  });

  it.each([
    ['segment timestamps only', { words: false, segments: true, jitter: 0 }],
    ['no timestamps', { words: false, segments: false, jitter: 0 }],
  ])('contains every word once for an engine with %s', (_name, engine) => {
    fc.assert(
      fc.property(numbered, pauses, limits, (words, pauseEvery, secondsMax) => {
        const merged = mergeChunks(transcribeInChunks(speech(words, pauseEvery), secondsMax, engine));
        expect(wordsOfText(merged.text)).toEqual(words);
        expect(merged.words).toBeNull();
      }),
    );
  });

  it('keeps the times of the words and the order of the segments', () => {
    fc.assert(
      fc.property(anyWords, pauses, limits, (words, pauseEvery, secondsMax) => {
        const beeps = speech(words, pauseEvery);
        const merged = mergeChunks(
          transcribeInChunks(beeps, secondsMax, { words: true, segments: true, jitter: 0 }),
        );
        expect(merged.words?.map(({ start }) => start.toFixed(3))).toEqual(
          beeps.map(({ start }) => start.toFixed(3)),
        );
        const starts = (merged.segments ?? []).map(({ start }) => start);
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      }),
    );
  });

  it('contains no word twice when the words around a cut were recognized differently', () => {
    const chunk = { start: 0, end: 13, from: 0, to: 10 };
    const next = { start: 7, end: 20, from: 10, to: 20 };
    const word = (text: string, start: number): Beep => ({ word: text, start, end: start + 0.4 });
    const left = [word('one', 1), word('two', 8), word('trees', 9.9), word('fore', 11)];
    const right = [word('too', 8), word('three', 9.7), word('four', 11), word('five', 14)];
    const perfect = { words: true, segments: true, jitter: 0 };
    const merged = mergeChunks([transcribe(left, chunk, perfect), transcribe(right, next, perfect)]);
    expect(wordsOfText(merged.text)).toEqual(['one', 'two', 'trees', 'four', 'five']);
  });

  it('keeps the spacing and punctuation of each script', () => {
    const span = { start: 0, end: 5, from: 0, to: 5 };
    const result = (text: string): RecognitionResult => ({
      text,
      language: null,
      segments: null,
      words: null,
    });
    const text = (...texts: string[]): string =>
      mergeChunks(texts.map((one) => ({ ...span, start: 5, result: result(one) }))).text;
    expect(text('今日は。', '元気です')).toBe('今日は。元気です');
    expect(text('Да.', ' Нет? ', '')).toBe('Да. Нет?');
  });

  it('has the language with the longest total duration', () => {
    const chunk = (seconds: number, language: string): TranscribedChunk => ({
      ...{ start: 0, end: seconds, from: 0, to: seconds },
      result: { text: 'x', language, segments: null, words: null },
    });
    const chunks = [chunk(100, 'ru'), chunk(150, 'en'), chunk(60, 'ru')];
    const inOrder = chunks.map((one) => ({ ...one, end: 0 }));
    expect(mergeChunks(inOrder).language).toBe('ru');
  });
});
