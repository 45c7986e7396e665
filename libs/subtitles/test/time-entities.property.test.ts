import fc from 'fast-check';
import type { TranscribeOutput, TranscriptWord } from '@medley/contracts';
import { timeEntities } from '@medley/subtitles';

/** A talk: segments of words, each heard at a time; some segments have lost the times of their words. */
interface Talk {
  segments: { words: string[]; hasTimes: boolean }[];
}

const word = fc.constantFrom(
  'да',
  'Иван',
  'Ёлка',
  'a',
  'ab',
  'x-ray',
  'naïve',
  '42',
  'İz',
  '机密',
  'и',
  'Lee',
);
const punctuation = fc.constantFrom('', '', '', '.', ',', '!', ' —', '…');
const talk: fc.Arbitrary<Talk> = fc.record({
  segments: fc.array(
    fc.record({
      words: fc.array(
        fc.tuple(word, punctuation).map(([text, mark]) => text + mark),
        { minLength: 1, maxLength: 6 },
      ),
      hasTimes: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

const WORD_S = 0.5;
const PAUSE_S = 2;

interface Transcribed {
  transcript: TranscribeOutput;
  /** Where each word stands in the text, when it is heard, and its segment. */
  words: { from: number; to: number; start: number; end: number; segment: number }[];
}

function transcribe({ segments }: Talk): Transcribed {
  let time = 0;
  let text = '';
  const words: Transcribed['words'] = [];
  const timed: TranscriptWord[] = [];
  const spoken = segments.map((segment, id) => {
    const start = time;
    for (const one of segment.words) {
      if (text !== '') text += ' ';
      words.push({ from: text.length, to: text.length + one.length, start: time, end: time + WORD_S, segment: id });
      if (segment.hasTimes) timed.push({ start: time, end: time + WORD_S, word: one });
      text += one;
      time += WORD_S;
    }
    const end = time;
    time += PAUSE_S;
    return { id, start, end, text: segment.words.join(' '), speaker: null };
  });
  const transcript = { text, language: 'ru', duration: time, segments: spoken, speakers: [], words: timed };
  return { transcript, words };
} // prettier-ignore

/** Ranges of the text, in order and without overlaps. */
const cuts = fc
  .uniqueArray(fc.nat(200), { minLength: 2, maxLength: 8 })
  .map((all) => all.sort((a, b) => a - b));

function entitiesOf(
  text: string,
  offsets: readonly number[],
): { start: number; end: number; type: string }[] {
  const inside = offsets.filter((offset) => offset <= text.length);
  return inside.flatMap((start, i) => {
    const end = inside[i + 1];
    return i % 2 === 0 && end !== undefined ? [{ start, end, type: 'PERSON' }] : [];
  });
}

test('an entity is timed by all words it touches, never less', () => {
  fc.assert(
    fc.property(talk, cuts, (said, offsets) => {
      const { transcript, words } = transcribe(said);
      const entities = entitiesOf(transcript.text, offsets);
      const times = timeEntities(transcript, entities);
      entities.forEach((entity, i) => {
        const letters = /[\p{L}\p{N}]/u;
        const touched = words.filter(({ from, to }) => {
          const part = transcript.text.slice(Math.max(from, entity.start), Math.min(to, entity.end));
          return from < entity.end && to > entity.start && letters.test(part);
        });
        for (const { start, end } of touched) {
          expect(times[i]?.start).toBeLessThanOrEqual(start);
          expect(times[i]?.end).toBeGreaterThanOrEqual(end);
        }
      });
    }),
    { numRuns: 1_000 },
  );
});

test('with the times of all words an entity is timed by its words exactly', () => {
  fc.assert(
    fc.property(talk, fc.nat(30), fc.nat(5), (said, at, more) => {
      const known = { segments: said.segments.map(({ words }) => ({ words, hasTimes: true })) };
      const { transcript, words } = transcribe(known);
      const first = words[at % words.length];
      const last = words[Math.min(words.length - 1, (at % words.length) + more)];
      if (!first || !last) throw new Error('there are no words');
      const [time] = timeEntities(transcript, [{ start: first.from, end: last.to, type: 'PERSON' }]);
      expect(time).toEqual({ start: first.start, end: last.end, type: 'PERSON' });
    }),
    { numRuns: 1_000 },
  );
});

const segments = [
  { id: 0, start: 1, end: 2, text: 'I am here.', speaker: null },
  { id: 1, start: 3, end: 4, text: 'My name is Ann.', speaker: null },
  { id: 2, start: 6, end: 7, text: 'Good bye.', speaker: null },
];
const base = { language: 'en', duration: 9, speakers: [] };
const text = segments.map((segment) => segment.text).join(' ');
const ann = { start: text.indexOf('Ann'), end: text.indexOf('Ann') + 3, type: 'PERSON' };

const said = { ...base, text, segments };
const changed = (change: object): TranscribeOutput => ({
  ...said,
  segments: segments.map((one) => (one.id === 1 ? { ...one, ...change } : one)),
});
const timed = (time: (at: number) => { start: number; end: number }): TranscribeOutput => ({
  ...said,
  words: ['My', 'name', 'is', 'Ann'].map((one, at) => ({ ...time(at), word: one })),
});

test.each<[string, TranscribeOutput, number, number]>([
  ['there are no words', said, 3, 4],
  ['a word has no length', timed((at) => ({ start: 3 + at / 5, end: 3 + Math.min(at, 2) / 5 + 0.2 })), 3, 4],
  ['a word lies far from its segment', timed((at) => ({ start: 3 + 2 * at, end: 4 + 2 * at })), 3, 4],
  ['the segment has no length', changed({ end: 3 }), 1, 7],
  ['its segment is not of the text', changed({ text: 'Mein Name' }), 1, 7],
  ['there are no segments', { ...said, segments: [] }, 0, 9],
])('where %s, more is taken', (_, transcript, start, end) => {
  expect(timeEntities(transcript, [ann])).toEqual([{ start, end, type: 'PERSON' }]);
});
