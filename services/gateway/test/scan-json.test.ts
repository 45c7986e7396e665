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

test('the scan of valid JSON agrees with the parsed value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), fc.nat(3), (value, indent) => {
      const { isBalanced, ...shape } = scanJson(JSON.stringify(value, null, indent), Infinity);
      expect(shape).toEqual(measure(JSON.parse(JSON.stringify(value))));
      expect(isBalanced).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the scan terminates for any text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('"', '\\', '[', ']', '{', '}', ':', 'a'), { maxLength: 60 }),
      (parts) => {
        expect(scanJson(parts.join(''), Infinity).depth).toBeLessThanOrEqual(parts.length);
      },
    ),
  );
});

test.each([
  ['brackets', '['.repeat(100_000)],
  ['backslashes', `"${'\\'.repeat(100_000)}"`],
])('each of a hundred thousand %s is read a few times only', (_of, text) => {
  const spy = jest.spyOn(String.prototype, 'charCodeAt');
  scanJson(text, Infinity);
  const units = spy.mock.calls.length;
  spy.mockRestore();
  expect(units).toBeGreaterThan(0);
  expect(units).toBeLessThanOrEqual(4 * text.length);
});

test('the scan stops at too many elements', () => {
  const spy = jest.spyOn(String.prototype, 'charCodeAt');
  const { elements } = scanJson(`[${'0,'.repeat(1_000_000)}0]`, 100);
  const units = spy.mock.calls.length;
  spy.mockRestore();
  expect([elements, units < 300]).toEqual([101, true]);
});
