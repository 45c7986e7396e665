import fc from 'fast-check';
import type { FoundEntity, TranscribeOutput } from '@medley/contracts';
import { redactTranscript } from '@medley/subtitles';

const word = fc.stringMatching(/^[a-zа-яё]{1,8}$/);
const mark = fc.constantFrom('', ',', '.', '!', '?»', ' —', ':');
/** Segments of words with punctuation; letters are lower case, so that upper case can only come from replacements. */
const segments = fc.array(
  fc
    .array(fc.tuple(word, mark), { minLength: 1, maxLength: 6 })
    .map((words) => words.map((one) => one.join('')).join(' ')),
  { minLength: 1, maxLength: 8 },
);
const cuts = fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 30 })), { maxLength: 6 });

/** Entities at these places of a text, in order and without overlaps. */
function entitiesAt(text: string, places: [number, number][]): FoundEntity[] {
  let at = 0;
  return [...places]
    .sort(([a], [b]) => a - b)
    .flatMap(([start, length], index) => {
      const [from, to] = [Math.max(at, start), Math.min(text.length, start + length)];
      if (from >= to) return [];
      at = to;
      return [{ type: 'PERSON', start: from, end: to, replacement: `[P${index}]` }];
    });
}

function redact(texts: readonly string[], source: string, entities: FoundEntity[]): string[] {
  const transcript: Omit<TranscribeOutput, 'text'> = {
    language: 'ru',
    duration: texts.length,
    segments: texts.map((text, id) => ({ id, start: id, end: id + 1, text, speaker: null })),
    speakers: [],
  };
  return redactTranscript(transcript, source, entities).segments.map(({ text }) => text);
}

test('without entities segments keep their text', () => {
  fc.assert(
    fc.property(segments, (texts) => {
      expect(redact(texts, texts.join(' '), [])).toEqual(texts.map((text) => text.trim()));
    }),
  );
});

test('the letters of all segments are those of the depersonalized text, and each replacement stands once', () => {
  fc.assert(
    fc.property(segments, cuts, (texts, places) => {
      const source = texts.join(' ');
      const entities = entitiesAt(source, places);
      let [redacted, at] = ['', 0];
      for (const { start, end, replacement } of entities) {
        redacted += source.slice(at, start) + replacement;
        at = end;
      }
      redacted += source.slice(at);
      const letters = (text: string): string => text.replace(/[^\p{L}\p{N}[\]]/gu, '');
      // A replacement of nothing but the space between two segments is part of none.
      const isShown = ({ start, end }: FoundEntity): boolean =>
        /[\p{L}\p{N}]/u.test(source.slice(start, end));
      const hidden = entities.filter((entity) => !isShown(entity)).map(({ replacement }) => replacement);
      const without = (text: string): string =>
        hidden.reduce((left, one) => left.replaceAll(one, ''), letters(text));
      expect(without(redact(texts, source, entities).join(' '))).toBe(without(redacted));
    }),
  );
});

test('letters may differ in case, white space and punctuation from the text', () => {
  const source = 'Hello, Ann  Smith!\nHow are you?';
  const entities = [{ type: 'PERSON', start: 7, end: 17, replacement: '[PERSON]' }];
  expect(redact([' hello ann', 'smith', ' How are you'], source, entities)).toEqual([
    'Hello, [PERSON]',
    '!',
    'How are you?',
  ]);
});

test('nothing is shown of a segment that the text does not contain', () => {
  const texts = ['one two', 'Ann Smith', 'three'];
  expect(redact(texts, 'one two three', [])).toEqual(['one two', '[…]', 'three']);
});

test('punctuation is part of the segment before', () => {
  expect(redact(['one', '…', '', 'two'], 'one … two', [])).toEqual(['one …', '', '', 'two']);
});
