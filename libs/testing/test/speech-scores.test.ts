import fc from 'fast-check';
import {
  bestPairs,
  diarizationError,
  errorOfPerfectSingle,
  readRttm,
  type Turn,
  wordError,
} from '@medley/testing/speech';

const reference: Turn[] = [
  { start: 0, end: 4, speaker: 'a' },
  { start: 4, end: 8, speaker: 'b' },
];
const rate = (guess: readonly Turn[], collar = 0): number =>
  diarizationError(reference, guess, { collar }).rate;

describe('the diarization error rate', () => {
  it('is 0 for the reference with other labels', () => {
    expect(rate(reference.map((turn) => ({ ...turn, speaker: `x${turn.speaker}` })))).toBe(0);
  });

  it('counts missed speech, false alarms and confusion', () => {
    const guess = [
      { start: 1, end: 5, speaker: 'x' },
      { start: 5, end: 10, speaker: 'y' },
    ];
    expect(diarizationError(reference, guess, { collar: 0 })).toMatchObject({
      missed: 1 / 8, falseAlarm: 2 / 8, confusion: 1 / 8, rate: 4 / 8, scored: 8,
    }); // prettier-ignore
  });

  it('ignores borders that are off by less than the collar', () => {
    const guess = [
      { start: 0.2, end: 4.2, speaker: 'x' },
      { start: 4.2, end: 8.2, speaker: 'y' },
    ];
    expect(rate(guess)).toBeGreaterThan(0);
    expect(rate(guess, 0.25)).toBe(0);
  });

  it('counts each of several overlapping speakers, and the best single answer misses all but one', () => {
    const both = [reference[0], { start: 2, end: 4, speaker: 'b' }] as Turn[];
    expect(diarizationError(both, both, { collar: 0 })).toMatchObject({ rate: 0, scored: 6 });
    expect(diarizationError(both, [both[0] as Turn], { collar: 0 }).missed).toBeCloseTo(1 / 3);
    expect(errorOfPerfectSingle(both, { collar: 0 })).toBeCloseTo(1 / 3);
  });

  it('pairs speakers as well as an exhaustive search', () => {
    const matrix = fc.integer({ min: 1, max: 5 }).chain((columns) =>
      fc.array(fc.array(fc.nat(20), { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    fc.assert(
      fc.property(matrix, (gains) => {
        const pairs = bestPairs(gains);
        const used = pairs.filter((column) => column >= 0);
        expect(new Set(used).size).toBe(used.length);
        const sum = pairs.reduce((total, column, row) => total + (gains[row]?.[column] ?? 0), 0);
        expect(sum).toBe(bestByTrying(gains, 0, new Set()));
      }),
    );
  });

  it('reads RTTM, and reports an invalid line', () => {
    expect(readRttm('SPEAKER f 1 1.5 2.25 <NA> <NA> anna <NA> <NA>\n;; note\n')).toEqual([
      { start: 1.5, end: 3.75, speaker: 'anna' },
    ]);
    expect(() => readRttm('\nSPEAKER f 1 x 2 <NA> <NA> anna')).toThrow('line 2');
  });
});

function bestByTrying(gains: readonly (readonly number[])[], row: number, used: ReadonlySet<number>): number {
  if (row === gains.length) return 0;
  const without = bestByTrying(gains, row + 1, used);
  const withOne = (gains[row] ?? []).map((gain, column) =>
    used.has(column) ? 0 : gain + bestByTrying(gains, row + 1, new Set([...used, column])),
  );
  return Math.max(without, ...withOne);
}

describe('the word error rate', () => {
  it.each([
    ['The cat, sat!', 'the cat sat', 'en', 0, 3],
    ['The cat sat', 'the bat sat on', 'en', 2, 3],
    ['Mr. Smith’s 12 cats', "mr smith's 12 cats", 'en', 0, 4],
    ['ёлка стоит', 'ёлка', 'ru', 1, 2],
    ['客観的。', '客観 敵', 'ja', 1, 3],
    ['', '', 'en', 0, 0],
  ])('compares %j with %j', (reference, hypothesis, language, errors, words) => {
    expect(wordError(reference, hypothesis, language)).toMatchObject({ errors, words });
  });
});
