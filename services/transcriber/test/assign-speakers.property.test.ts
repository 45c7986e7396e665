import fc from 'fast-check';
import type { SpokenSegment, SpokenWord } from '../src/spoken-segment';
import { assignSpeakers } from '../src/diarization/assign-speakers';
import type { SpeakerTurn } from '../src/diarization/speaker-turn';

const seconds = fc.integer({ min: 1, max: 3_000 }).map((value) => value / 1_000);
const token = fc.constantFrom('Да', 'нет,', 'и', 'that’s', '«Мир»', 'один.', 'Straße', 'İ', '好', 'x');

/** Consecutive segments of words, with the times of each word. */
const transcript = fc
  .array(fc.array(fc.record({ token, length: seconds, gap: seconds }), { minLength: 1, maxLength: 12 }), {
    maxLength: 6,
  })
  .map((sentences) => {
    let at = 0;
    const words: SpokenWord[] = [];
    const segments = sentences.map((sentence): SpokenSegment => {
      const start = at;
      for (const { token: text, length, gap } of sentence) {
        words.push({ start: at, end: at + length, word: text.replace(/[.,«»]/g, ''), speaker: null });
        at += length + gap;
      }
      return {
        start,
        end: words.at(-1)?.end ?? at,
        text: sentence.map((one) => one.token).join(' '),
        speaker: null,
      };
    });
    return { segments, words };
  });
const turns = fc.array(
  fc
    .record({
      start: fc.double({ min: 0, max: 60, noNaN: true }),
      length: seconds,
      who: fc.constantFrom('a', 'b', 'c'),
    })
    .map(({ start, length, who }): SpeakerTurn => ({ start, end: start + 2 * length, speaker: who })),
  { maxLength: 12 },
);
const letters = (texts: readonly { text: string }[]): string =>
  texts
    .map(({ text }) => text)
    .join('')
    .replace(/\s/g, '');

describe('assigning speakers', () => {
  it('keeps every word and every letter once, in order of time', () => {
    fc.assert(
      fc.property(transcript, turns, (result, spokenTurns) => {
        const assigned = assignSpeakers(result.segments, result.words, spokenTurns);
        expect(letters(assigned.segments)).toBe(letters(result.segments));
        expect(assigned.words?.map((word) => ({ ...word, speaker: null }))).toEqual(result.words);
        assigned.segments.forEach(({ start, end }, index) => {
          expect(end).toBeGreaterThanOrEqual(start);
          expect(start).toBeGreaterThanOrEqual(assigned.segments[index - 1]?.end ?? 0);
        });
      }),
    );
  });

  it('assigns only speakers of the turns, and none without turns', () => {
    fc.assert(
      fc.property(transcript, turns, ({ segments, words }, spoken) => {
        const known = new Set<string | null>([null, ...spoken.map(({ speaker }) => speaker)]);
        for (const assigned of [
          assignSpeakers(segments, words, spoken),
          assignSpeakers(segments, null, spoken),
        ]) {
          expect(assigned.segments.every(({ speaker }) => known.has(speaker))).toBe(true);
          expect((assigned.words ?? []).every(({ speaker }) => known.has(speaker))).toBe(true);
        }
        const none = assignSpeakers(segments, words, []);
        expect(none.segments).toEqual(segments);
      }),
    );
  });

  it('assigns the speaker with the longest overlap when there are no word timestamps', () => {
    fc.assert(
      fc.property(transcript, turns, ({ segments }, spoken) => {
        const shared = (one: SpokenSegment, speaker: string | null): number =>
          spoken
            .filter((turn) => turn.speaker === speaker)
            .reduce(
              (sum, turn) => sum + Math.max(0, Math.min(one.end, turn.end) - Math.max(one.start, turn.start)),
              0,
            );
        for (const segment of assignSpeakers(segments, null, spoken).segments) {
          const most = Math.max(...['a', 'b', 'c'].map((speaker) => shared(segment, speaker)));
          expect(shared(segment, segment.speaker)).toBeCloseTo(most, 6);
        }
      }),
    );
  });
});

describe('a segment with two speakers', () => {
  const word = (text: string, start: number): SpokenWord => ({
    start,
    end: start + 0.5,
    word: text,
    speaker: null,
  });
  const words = ['Как', 'дела', 'Хорошо', 'спасибо'].map((text, index) => word(text, 0.6 * index));
  const segment = { start: 0, end: 2.3, text: '— Как дела? «Хорошо, спасибо!»', speaker: null };
  const spoken = [
    { start: 0, end: 1.15, speaker: 'x' },
    { start: 1.15, end: 2.3, speaker: 'y' },
  ];

  it('is split where the second speaker starts, with the punctuation', () => {
    expect(assignSpeakers([segment], words, spoken).segments).toEqual([
      { start: 0, end: 1.1, text: '— Как дела?', speaker: 'x' },
      { start: 1.2, end: 2.3, text: '«Хорошо, спасибо!»', speaker: 'y' },
    ]);
  });

  it('is not split when the words differ from the text', () => {
    const other = words.map((one) => ({ ...one, word: 'иначе' }));
    expect(assignSpeakers([segment], other, spoken).segments).toHaveLength(1);
  });

  it('is not split at an interjection', () => {
    const interrupted = [
      { start: 0, end: 0.62, speaker: 'x' },
      { start: 0.62, end: 1.15, speaker: 'y' },
      { start: 1.15, end: 2.3, speaker: 'x' },
    ];
    expect(assignSpeakers([segment], words, interrupted).segments).toMatchObject([{ speaker: 'x' }]);
  });

  it('is split in a script without spaces, too', () => {
    const japanese = ['元気', 'ですか', 'はい', '元気です'].map((text, index) => word(text, 0.6 * index));
    const { segments } = assignSpeakers(
      [{ ...segment, text: '元気ですか。はい、元気です。' }],
      japanese,
      spoken,
    );
    expect(segments.map(({ text }) => text)).toEqual(['元気ですか。', 'はい、元気です。']);
  });
});
