import fc from 'fast-check';
import { getEncoding } from 'js-tiktoken';
import { estimateTokens, createTokenEstimator } from '@medley/contracts';

/** A tokenizer with comparatively many tokens per text; slow on long runs of one character class, so not run on those. */
const cl100k = getEncoding('cl100k_base');
const countTokens = (text: string): number => cl100k.encode(text, [], []).length;

const prose = {
  en: ['We met on Monday to talk about the budget.', 'Anna will send the figures by 5 May, she said.'],
  ru: ['В понедельник мы обсудили бюджет на 2026 год.', 'Анна пришлёт цифры до пятого мая, как обещала.'],
  de: ['Die Unternehmensbesteuerung wird überarbeitet.', 'Einzelheiten folgen später, heißt es.'],
  pl: ['Wszyscy ludzie rodzą się wolni i równi.', 'Są oni obdarzeni rozumem i sumieniem.'],
  zh: ['人工智能是计算机科学的一个分支，它企图了解智能的实质。', '会议在星期一举行。'],
  ja: ['吾輩は猫である。名前はまだ無い。', 'どこで生れたかとんと見当がつかぬ。'],
  ko: ['오늘 회의에서는 세 가지 안건을 논의합니다.', '첫째는 예산입니다.'],
  ar: ['هذا مثال على نص مكتوب باللغة العربية.', 'ويجب أن نفهمه جيدا.'],
  he: ['זהו דוגמה לטקסט בעברית שעלינו להבין היטב.', 'הפגישה תתקיים ביום שני.'],
  hi: ['यह एक उदाहरण वाक्य है।', 'हमें इसे समझना चाहिए।'],
  ka: ['ეს არის ქართული ტექსტის მაგალითი.', 'რომელიც უნდა გავიგოთ.'],
};

describe('the estimate of tokens', () => {
  test.each(Object.entries(prose))(
    'is at most a tenth below the count of a tokenizer for prose in %s',
    (_, sentences) => {
      const text = fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 8 });
      fc.assert(
        fc.property(text, fc.constantFrom(' ', '\n', '\n\n'), (lines, glue) => {
          expect(1.1 * estimateTokens(lines.join(glue))).toBeGreaterThanOrEqual(
            countTokens(lines.join(glue)),
          );
        }),
        { numRuns: 40 },
      );
    },
  );

  test.each([
    ['any characters', fc.string({ unit: 'binary', maxLength: 200 })],
    ['composed characters', fc.string({ unit: 'grapheme', maxLength: 200 })],
    ['ASCII', fc.string({ unit: 'binary-ascii', maxLength: 200 })],
    ['base64', fc.base64String({ maxLength: 200 })],
    ['digits', fc.stringMatching(/^\d{0,200}$/)],
  ])('is not far below for %s', (_, strings) => {
    fc.assert(
      fc.property(strings, (text) => {
        expect(2 * estimateTokens(text) + 2).toBeGreaterThanOrEqual(countTokens(text));
      }),
      { numRuns: 200 },
    );
  });

  test('of spans never adds up to less than that of the whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
        const cut = at % (text.length + 1);
        const scale = createTokenEstimator(text);
        expect(scale(0, cut) + scale(cut, text.length)).toBeGreaterThanOrEqual(estimateTokens(text));
        expect(estimateTokens(text.slice(cut))).toBeLessThanOrEqual(scale(cut, text.length));
      }),
    );
  });
});
