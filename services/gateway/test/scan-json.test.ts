import fc from 'fast-check';
import { scanJson, type JsonShape } from '../src/http/scan-json';

type Shape = Omit<JsonShape, 'isBalanced'>;

function measure(value: unknown): Shape {
  if (typeof value !== 'object' || value === null) return { depth: 0, keys: 0, elements: 0, longestArray: 0 };
  const own = Object.keys(value).length;
  const length = Array.isArray(value) ? own : 0;
  const below = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...below.map(({ depth }) => depth)),
    keys: own - length + below.reduce((sum, { keys }) => sum + keys, 0),
    elements: length + below.reduce((sum, { elements }) => sum + elements, 0),
    longestArray: Math.max(length, ...below.map(({ longestArray }) => longestArray)),
  };
}

test('the scan measures any JSON as a walk over the parsed value does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), fc.nat(3), (value, indent) => {
      const { isBalanced, ...shape } = scanJson(JSON.stringify(value, null, indent), Infinity);
      expect(shape).toEqual(measure(JSON.parse(JSON.stringify(value))));
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
        expect(scanJson(parts.join(''), Infinity).depth).toBeLessThanOrEqual(parts.length);
      },
    ),
  );
});

test('a million brackets and a long run of backslashes take no time', () => {
  const started = performance.now();
  scanJson('['.repeat(1_000_000), Infinity);
  scanJson(`"${'\\'.repeat(1_000_000)}"`, Infinity);
  expect(performance.now() - started).toBeLessThan(500);
});

test('the scan ends where there are too many elements', () => {
  const spy = jest.spyOn(String.prototype, 'charCodeAt');
  const { elements } = scanJson(`[${'0,'.repeat(1_000_000)}0]`, 100);
  const units = spy.mock.calls.length;
  spy.mockRestore();
  expect([elements, units < 300]).toEqual([101, true]);
});
