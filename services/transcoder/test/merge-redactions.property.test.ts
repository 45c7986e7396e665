import fc from 'fast-check';
import { mergeRedactions } from '../src/merge-redactions';
import { redactLimits } from '../src/redact-limits';

const seconds = fc.integer({ min: 0, max: 20_000 }).map((ms) => ms / 1_000);
const times = fc.array(
  fc.record({ start: seconds, length: seconds, type: fc.constantFrom('PERSON', 'CUSTOM_A') }),
  { maxLength: 30 },
);
const part = fc.record({ start: seconds, end: fc.option(seconds) });
const EXACT_S = 0.0011;

test('redactions cover every padded time within the part, in order, apart from each other, and little else', () => {
  fc.assert(
    fc.property(times, part, fc.constantFrom(0, 0.15, 1), (given, cut, padding) => {
      const found = given.map(({ start, length, type }) => ({ start, end: start + length / 10, type }));
      const duration = 15;
      const length = Math.max(0, Math.min(cut.end ?? duration, duration) - cut.start);
      const merged = mergeRedactions(found, { padding, part: cut, duration });

      const wanted = found
        .map(({ start, end }) => [start - padding - cut.start, end + padding - cut.start] as const)
        .map(([start, end]) => [Math.max(0, start), Math.min(length, end)] as const)
        .filter(([start, end]) => end - start > EXACT_S);
      for (const [start, end] of wanted)
        expect(merged.some((one) => one.start <= start + 1e-9 && one.end >= end - 1e-9)).toBe(true);
      merged.forEach((one, i) => {
        expect(one.end).toBeGreaterThan(one.start);
        expect(one.start).toBeGreaterThan(merged[i - 1]?.end ?? -1);
        expect(one.end).toBeLessThanOrEqual(length);
        const isWanted = (at: number): boolean =>
          found.some(({ start, end }) => {
            const [from, to] = [start - padding - cut.start, end + padding - cut.start];
            return at >= from - EXACT_S && at <= to + EXACT_S;
          });
        expect(isWanted(one.start) && isWanted(one.end)).toBe(true);
      });
    }),
    { numRuns: 2_000 },
  );
});

test('of too many redactions those with the shortest pauses between them are joined, and none is lost', () => {
  const many = Array.from({ length: redactLimits.stretchesMax + 500 }, (_, i) => ({
    start: i + (i % 10 === 0 ? 0 : 0.5),
    end: i + 0.9,
    type: 'PERSON',
  }));
  const options = { padding: 0, part: { start: 0, end: null }, duration: many.length };
  const merged = mergeRedactions(many, options);
  expect(merged.length).toBeLessThanOrEqual(redactLimits.stretchesMax);
  // The pauses of 0.1 s go, and those of 0.6 s stay.
  expect(merged.slice(0, 2)).toEqual([
    { start: 0, end: 0.9, type: 'PERSON' },
    { start: 1.5, end: 1.9, type: 'PERSON' },
  ]);
  let at = 0;
  const isKept = many.every(({ start, end }) => {
    while ((merged[at]?.end ?? Infinity) < end) at += 1;
    return (merged[at]?.start ?? Infinity) <= start;
  });
  expect(isKept).toBe(true);
});
