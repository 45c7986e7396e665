import fc from 'fast-check';
import { scanJson } from '../src/http/scan-json';

function measure(value: unknown): { depth: number; keys: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, keys: 0 };
  const below = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...below.map(({ depth }) => depth)),
    keys:
      (Array.isArray(value) ? 0 : Object.keys(value).length) + below.reduce((sum, { keys }) => sum + keys, 0),
  };
}

test('the scan measures any JSON as a walk over the parsed value does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), fc.nat(3), (value, indent) => {
      const { depth, keys, isBalanced } = scanJson(JSON.stringify(value, null, indent));
      expect({ depth, keys }).toEqual(measure(JSON.parse(JSON.stringify(value))));
      expect(isBalanced).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the scan ends for any text, however broken', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('"', '\\', '[', ']', '{', '}', ':', 'a'), { maxLength: 60 }),
      (parts) => {
        expect(scanJson(parts.join('')).depth).toBeLessThanOrEqual(parts.length);
      },
    ),
  );
});

test('a million brackets and a long run of backslashes take no time', () => {
  const started = performance.now();
  scanJson('['.repeat(1_000_000));
  scanJson(`"${'\\'.repeat(1_000_000)}"`);
  expect(performance.now() - started).toBeLessThan(500);
});
