import fc from 'fast-check';
import { splitLines } from '../src/split-lines';

function linesOf(chunks: Buffer[]): string[] {
  const lines: string[] = [];
  const splitter = splitLines((line) => lines.push(line));
  chunks.forEach(splitter.push);
  splitter.end();
  return lines;
}

describe('splitting output into lines', () => {
  it('gives the same lines for any chunk boundaries', () => {
    const text = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\r', '\r\n')));
    fc.assert(
      fc.property(text, fc.array(fc.nat(50)), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(''));
        const ends = [...cuts].sort((a, b) => a - b);
        const chunks = [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        const lines = linesOf(chunks);
        expect(lines).toEqual(linesOf([bytes]));
        expect(lines.join('')).toBe(bytes.toString().replace(/[\r\n]/g, ''));
      }),
    );
  });
});
