import fc from 'fast-check';
import { RE2JS } from 're2js';
import { compilePattern } from '@medley/depersonalize';
import { programSizeBound } from '../src/own-rules/program-size-bound';

const atom = fc.constantFrom('a', 'яё', '.', '\\d', '\\pL', '\\p{Greek}', '[^a-z]', '[]x]', '[[:alpha:]_]', '\\x{1F600}', '\\Qa(b{9}\\E', '\\.', '^', '\\b', '$', '(?i)k', '😀', '{', '{,3}'); // prettier-ignore
const count = fc.constantFrom('', '*', '+?', '?', '{3}', '{2,}', '{0,4}', '{1,5}?', '{0}', '{12}');
const { regex } = fc.letrec<{ regex: string; item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?P<name>', '(?s-i:'), tie('regex'))
      .map(([open, inner]) => `${open}${inner})`),
  ),
  regex: fc
    .array(fc.tuple(tie('item'), count), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([item, repetition]) => item + repetition).join('')),
}));

function sizeOf(expression: string): number | null {
  try {
    return RE2JS.compile(expression).programSize();
  } catch {
    return null;
  }
}

test('a pattern never compiles to more than its bound', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        regex,
        fc.tuple(regex, regex).map(([a, b]) => `${a}|${b}`),
      ),
      (expression) => {
        const size = sizeOf(expression);
        expect(size ?? 0).toBeLessThanOrEqual(programSizeBound(expression));
      },
    ),
    { numRuns: 3_000 },
  );
});

test('any text is a pattern or gets a reason, without delay', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 500 }), fc.string({ unit: 'binary', maxLength: 500 })), (text) => {
      const compiled = compilePattern(text);
      expect('pattern' in compiled || compiled.message.length > 10).toBe(true);
    }),
  );
}); // prettier-ignore

test.each([
  ['(abcdefghijklmnopqrstuvwxyz){1000}', /too large/],
  ['((a{100}){10}){10}', /too large|repeat/],
  ['(?=a)', /no RE2 expression/],
  ['(a)\\1', /no RE2 expression: invalid escape sequence/],
  ['(a', /missing closing \)/],
])('%s is refused with its reason', (expression, reason) => {
  expect(compilePattern(expression)).toEqual({ message: expect.stringMatching(reason) as string });
});
