import { depersonalize } from '@medley/depersonalize';
import { redactTranscript, timeEntities } from '@medley/subtitles';
import type { TranscribeOutput } from '@medley/contracts';

/** A transcript of one word a second, cut into segments before the given words. */
function transcriptOf(text: string, cuts: readonly number[]): TranscribeOutput {
  const said = text.split(' ');
  const borders = [0, ...cuts, said.length];
  return {
    text,
    language: 'ru',
    speakers: [],
    duration: said.length,
    segments: borders.slice(1).map((end, i) => {
      const start = borders[i] ?? 0;
      return { id: i, speaker: null, start, end, text: said.slice(start, end).join(' ') };
    }),
    words: said.map((word, i) => ({ word, start: i, end: i + 0.9 })),
  };
}

describe('a number that is said in words', () => {
  const text =
    'мой телефон восемь девятьсот шестнадцать сто двадцать три сорок пять шестьдесят семь записали';

  test('is heard exactly while its words are, also over the border of two segments', () => {
    const { entities } = depersonalize(text, { mode: 'blind' });
    expect(timeEntities(transcriptOf(text, [6]), entities)).toEqual([{ start: 2, end: 11.9, type: 'PHONE' }]);
  });

  test('is one marker in redacted subtitles, and no word of it stays', () => {
    const { entities } = depersonalize(text, { mode: 'blind' });
    const { segments } = redactTranscript(transcriptOf(text, [6]), text, entities);
    expect(segments.map((segment) => segment.text)).toEqual(['мой телефон [PHONE]', 'записали']);
  });
});
