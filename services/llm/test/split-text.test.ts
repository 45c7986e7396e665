import { estimateTokens } from '@medley/contracts';
import fc from 'fast-check';
import { cpuTimeOf } from '@medley/testing';
import { splitText, type SplitText } from '../src/splitting/split-text';

const joined = ({ lead, chunks }: SplitText): string =>
  lead + chunks.map(({ body, gap }) => body + gap).join('');

const sentence = fc.constantFrom(
  'Анна пришла.',
  'Иван ушёл домой, а потом вернулся с отчётом!',
  'We agreed on the budget for next year.',
  'Is that so?',
  '会议在星期一举行。',
);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
const glue = fc.constantFrom('\n\n', '\n', ' \n \n', '\r\n\r\n');
const prose = fc
  .array(fc.tuple(paragraph, glue), { minLength: 1, maxLength: 30 })
  .map((all) => all.flat().join(''));
const awkward = '👩‍👩‍👧|🇷🇺|e\u0301|\u0301|\n|\n\n| |.|. |Ж|\u2028|\u{10FFFF}|ก'.split('|');
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.array(fc.constantFrom(...awkward), { maxLength: 400 }).map((all) => all.join('')),
);
const anything = fc.oneof(prose, hostile);
const tokens = fc.integer({ min: 8, max: 300 });
const language = fc.constantFrom('ru', 'en', 'zh', 'xx');

describe('a text split into chunks', () => {
  test('is the concatenation of its chunks and gaps', async () => {
    await fc.assert(
      fc.asyncProperty(anything, tokens, language, fc.nat(3), async (text, tokensMax, code, overlap) => {
        expect(joined(await splitText(text, { tokensMax, language: code, overlap }))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test('has no chunk beyond the budget, including its overlap', async () => {
    await fc.assert(
      fc.asyncProperty(anything, tokens, fc.nat(3), async (text, tokensMax, overlap) => {
        for (const chunk of (await splitText(text, { tokensMax, language: 'ru', overlap })).chunks) {
          expect(estimateTokens(chunk.overlap + chunk.body)).toBeLessThanOrEqual(tokensMax);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('has chunks that start and end with a whole character that is not whitespace', async () => {
    await fc.assert(
      fc.asyncProperty(anything, tokens, async (text, tokensMax) => {
        const wellFormed = text.toWellFormed();
        for (const { body, gap } of (await splitText(wellFormed, { tokensMax, language: 'ru' })).chunks) {
          expect(body).toMatch(/^\S(.*\S)?$/s);
          expect(gap.trim()).toBe('');
          expect(body.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is split between graphemes', async () => {
    const family = '👩‍👩‍👧‍👦';
    const { chunks } = await splitText(family.repeat(50), { tokensMax: 60, language: 'ru' });
    expect(chunks.length).toBeGreaterThan(10);
    for (const { body } of chunks) expect(body.replaceAll(family, '')).toBe('');
  });

  test('is split at paragraphs when one ends in the second half of a chunk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(paragraph, { minLength: 2, maxLength: 30 }), async (paragraphs) => {
        // A budget of two of the longest paragraphs: every chunk has a paragraph boundary in its second half.
        const tokensMax = 2 * Math.max(...paragraphs.map(estimateTokens)) + 4;
        const { chunks } = await splitText(paragraphs.join('\n\n'), { tokensMax, language: 'ru' });
        for (const { gap } of chunks.slice(0, -1)) expect(gap).toBe('\n\n');
      }),
    );
  });

  test('is split at sentences when a paragraph is too long', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { minLength: 10, maxLength: 60 }), async (sentences) => {
        const tokensMax = 2 * Math.max(...sentences.map(estimateTokens)) + 4;
        const { chunks } = await splitText(sentences.join(' '), { tokensMax, language: 'ru' });
        for (const { body } of chunks) expect(body).toMatch(/[.!?。]$/);
      }),
    );
  });

  test('is split at words when a sentence is too long', async () => {
    const words = Array.from({ length: 500 }, (_, index) => `слово${index}`);
    const { chunks } = await splitText(words.join(' '), { tokensMax: 50, language: 'ru' });
    expect(chunks.flatMap(({ body }) => body.split(' '))).toEqual(words);
  });

  test('repeats the requested number of sentences of the preceding chunk', async () => {
    const sentences = Array.from({ length: 200 }, (_, index) => `Это предложение номер ${index}.`);
    const { chunks } = await splitText(sentences.join(' '), { tokensMax: 400, language: 'ru', overlap: 2 });
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks[0]?.overlap).toBe('');
    for (const [index, { overlap }] of chunks.slice(1).entries()) {
      const before = chunks[index]?.body.split('. ').slice(-2).join('. ');
      expect(overlap.trimEnd()).toBe(before);
    }
  });

  test('of whitespace only has no chunks', async () => {
    expect(await splitText(' \n ', { tokensMax: 100, language: 'ru' })).toEqual({ lead: ' \n ', chunks: [] });
  });
});

const long = (unit: string): string => unit.repeat(Math.ceil(1_000_000 / unit.length));

test.each([
  ['letters', long('a')],
  ['words', long('слово ')],
  ['sentences', long('Это предложение. ')],
  ['paragraphs', long('Абзац.\n\n')],
  ['full stops', long('.')],
  ['blanks', `a${long(' ')}a`],
  ['lines', long('\n \n')],
  ['emoji', long('👩‍👩‍👧')],
  ['flags', long('🇷🇺')],
  ['combining marks', `e${long('\u0301')}`],
  ['ideographs', long('会议在星期一举行')],
  ['Thai', long('การประชุม')],
  ['abbreviations', long('т. е. A. B. ')],
])(
  'a million characters of %s are split in a few seconds of CPU time into chunks that fit',
  async (_, text) => {
    for (const tokensMax of [2_000, 100_000]) {
      let split: SplitText = { lead: '', chunks: [] };
      const spent = await cpuTimeOf(async () => {
        split = await splitText(text, { tokensMax, language: 'ru', overlap: 3 });
      });
      expect(spent).toBeLessThan(4_000);
      expect(joined(split) === text).toBe(true);
      for (const { overlap, body } of split.chunks) {
        expect(estimateTokens(overlap + body)).toBeLessThanOrEqual(tokensMax);
      }
    }
  },
);
