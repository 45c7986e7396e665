import type { TranscriptWord } from '@medley/contracts';
import { segmentText, type Segmenter } from '../src/segment-text';
import { assignWords } from '../src/assign-words';
import { subtitleLimits } from '../src/subtitle-limits';

const LENGTH = 100_000;

/** A segmenter that records how many UTF-16 units it was given, in total and at once. */
function counting(granularity: 'grapheme' | 'word'): Segmenter & { units: number; longest: number } {
  const real = new Intl.Segmenter('th', { granularity });
  return {
    units: 0,
    longest: 0,
    segment(text) {
      this.units += text.length;
      this.longest = Math.max(this.longest, text.length);
      return real.segment(text);
    },
  };
}

describe('the segments of a long word', () => {
  test.each([
    ['one letter', 'a'],
    ['letters with accents', 'e\u0301'],
    ['flags', '🇫🇷'],
    ['families', '👨‍👩‍👧‍👦'],
    ['Thai', 'ภาษาไทย'],
    ['Chinese', '今日は良い天気ですね。'],
    ['one grapheme', '\u0301'],
    ['lone surrogates', '\ud83d'],
  ])('%s: each is read in small windows, a few times at most', (_, unit) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length));
    const segmenter = counting('grapheme');
    expect([...segmentText(text, segmenter)].join('')).toBe(text);
    expect(segmenter.longest).toBeLessThanOrEqual(subtitleLimits.segmenterWindowMax);
    expect(segmenter.units).toBeLessThanOrEqual(2 * text.length);
  });

  test.each(['👨‍👩‍👧‍👦', '🇫🇷', 'e\u0301', 'नमस्ते', 'a👩🏽‍🚀', '한국'])('of %s are those of the whole text', (unit) => {
    const text = `x${unit.repeat(500)}`;
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const whole = Array.from(graphemes.segment(text), ({ segment }) => segment);
    expect([...segmentText(text, graphemes)]).toEqual(whole);
  });
});

describe('the words of a segment', () => {
  const wordsOf = (count: number, read: () => void): TranscriptWord[] =>
    Array.from({ length: count }, () => ({
      start: 0,
      end: 0,
      get word() {
        read();
        return 'a';
      },
    }));
  const segmentOf = (
    text: string,
  ): { id: number; start: number; end: number; text: string; speaker: null } => ({
    ...{ id: 0, start: 0, end: 1, text },
    speaker: null,
  });

  test('that are no words of it are each read once', () => {
    let reads = 0;
    const words = wordsOf(20_000, () => (reads += 1));
    const segments = [segmentOf(`${'a'.repeat(20_000)}b`), segmentOf(`${'a'.repeat(10_000)}c`)];
    const found = assignWords({
      ...{ text: '', language: 'en', duration: 1, speakers: [] },
      segments,
      words,
    });
    expect(found.size).toBe(0);
    expect(reads).toBe(20_000);
  });

  test('are those that say it, from the beginning of a word to the end of one', () => {
    const words = ['good', 'mor', 'ning', '—', 'all'].map((word, i) => ({
      start: i / 10,
      end: i / 10 + 0.1,
      word,
    }));
    const [morning, all] = [segmentOf('Morning!'), { ...segmentOf('All'), start: 0.4 }];
    const found = assignWords({
      ...{ text: '', language: 'en', duration: 1, speakers: [] },
      segments: [morning, all],
      words,
    });
    expect(found.get(morning)?.map(({ word }) => word)).toEqual(['mor', 'ning']);
    expect(found.get(all)?.map(({ word }) => word)).toEqual(['—', 'all']);
  });
});
