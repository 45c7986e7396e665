import { detect } from '@medley/depersonalize';
import fc from 'fast-check';

const pieces = [
  'Иван', 'ПЕТРОВ', 'o’Brien', "D'Arcy", 'Анна-Мария', 'й', 'И.', 'ё', '\u0301', '\u00ad', '\u200b', '\ufeff',
  '\ud83d\ude00', '\ud800', '\udfff', '\u202e', '\r\n', '\n', '\t', '\u00a0', ' ', '«', '’s', '-', '—', '.', '@', '1', 'ſ', 'İ', 'ß', '𝒜𝒷',
]; // prettier-ignore

describe('names in any text', () => {
  test('are inside it, have no blanks at their ends, cut no character in two, and do not overlap', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('');
        let end = 0;
        for (const finding of detect(whole).filter(({ type }) => type === 'PERSON')) {
          const written = whole.slice(finding.start, finding.end);
          expect(finding.start).toBeGreaterThanOrEqual(end);
          expect(finding.end).toBeLessThanOrEqual(whole.length);
          expect(written).toBe(written.trim());
          expect(written).toMatch(/\p{L}/u);
          expect(written).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
          end = finding.end;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are the same for the same text, whatever was read before', () => {
    const text = 'Звонила Ольга Рябова. Рябовой перезвонить завтра.';
    const before = detect(text);
    detect('Call John Rivers.\n'.repeat(50));
    expect(detect(text)).toEqual(before);
  });
});
