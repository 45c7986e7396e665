import type { TranscribeOutput, TranscriptSegment, TranscriptWord } from '@medley/contracts';
import stringWidth from 'string-width';
import fc from 'fast-check';
import { transcriptWriters } from '@medley/subtitles';
import { readSrt, readVtt, type ReadCue } from './read-subtitles';

const COLUMNS = 42;
const said = [
  'Да.', 'Нет,', 'потому что', 'работа', '—', 'Hello,', 'world!', '«Цитата»', 'e\u0301te\u0301', '👩‍👩‍👧‍👦', '今日は良い天気ですね。', '明日',
  '한국어', 'ภาษาไทย', '-->', '--->', '<b>x</b>', '&amp;', '00:00:01,000 --> 00:00:02,000', '1', '{\\an8}', 'WEBVTT', 'NOTE', 'a\u00a0b',
  'оченьдлинноесловокотороеневлезаетниводнустрокуипоэтомуегоприходитсярезать', '🇫🇷'.repeat(30),
  'नमस्ते', '\u0000', '\ud800', '\u200b', '\r\n\r\n', '\u2028', '\u0085', 'x'.repeat(100),
]; // prettier-ignore
const texts = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...said) },
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
    {
      maxLength: 40,
    },
  )
  .map((words) => words.join(' '));
const seconds = fc.double({ min: 0, max: 20, noNaN: true });
const segments = fc.array(
  fc.record({ gap: fc.double({ min: -3, max: 5, noNaN: true }), length: seconds, text: texts, speaker: fc.constantFrom('A', 'B', null) }),
  { maxLength: 8 },
); // prettier-ignore
const transcripts = fc
  .record({ parts: segments, from: fc.double({ min: 0, max: 4_000, noNaN: true }), hasWords: fc.boolean() })
  .map(({ parts, from, hasWords }): TranscribeOutput => {
    let at = from;
    const made = parts.map(({ gap, length, text, speaker }, id): TranscriptSegment => {
      const start = Math.max(0, at + gap);
      at = start + length;
      return { id, start, end: at, text: text.toWellFormed().trim(), speaker };
    });
    const text = made.map((segment) => segment.text).join(' ');
    const facts = { text, language: 'ja', duration: at, segments: made, speakers: ['A', 'B'] };
    return hasWords ? { ...facts, words: made.flatMap(wordsOf) } : facts;
  });

function wordsOf({ start, end, text }: TranscriptSegment): TranscriptWord[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const step = (end - start) / Math.max(1, words.length);
  return words.map((word, i) => ({ start: start + i * step, end: start + (i + 1) * step, word }));
}

/** The characters that a player shows, without spaces. */
function visible(text: string): string {
  return text.toWellFormed().replace(/[\s\p{Cc}]/gu, '');
}

const graphemesOf = (text: string): string[] =>
  [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
const columnsOf = (line: string): number =>
  graphemesOf(line).reduce((sum, grapheme) => sum + Math.min(2, Math.max(1, stringWidth(grapheme))), 0);

function expectWellFormed(cues: readonly ReadCue[], prefixColumns: number): void {
  for (const [i, { start, end, speaker, lines }] of cues.entries()) {
    expect(end - start).toBeGreaterThanOrEqual(200);
    expect(end - start).toBeLessThanOrEqual(7_000);
    expect(end).toBeLessThanOrEqual(cues[i + 1]?.start ?? Infinity);
    expect(lines.length).toBeLessThanOrEqual(2);
    const prefix = speaker === null ? 0 : prefixColumns;
    lines.forEach((line, row) => {
      expect(line.trim()).not.toBe('');
      expect(columnsOf(line) + (row === 0 ? prefix : 0)).toBeLessThanOrEqual(COLUMNS);
      expect(line.isWellFormed()).toBe(true);
    });
  }
}

/** Each speaker's words, in the order in which they are said. */
function wordsBySpeaker(parts: readonly { speaker: string | null; text: string }[]): Record<string, string> {
  const said: Record<string, string> = { A: '', B: '', null: '' };
  for (const { speaker, text } of parts) {
    said[String(speaker)] = `${said[String(speaker)] ?? ''}${visible(text)}`;
  }
  return said;
}

describe('the subtitles of any transcript', () => {
  test('WebVTT: valid, two lines of 42 columns, seven seconds, no overlap, every word in its order', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const cues = readVtt(transcriptWriters.vtt(transcript, true).text);
        expectWellFormed(cues, 0);
        const shown = cues.map(({ speaker, lines }) => ({ speaker, text: lines.join('') }));
        if (isInOrder(transcript)) expect(wordsBySpeaker(shown)).toEqual(wordsBySpeaker(transcript.segments));
        const letters = (text: string): string => graphemesOf(visible(text)).sort().join('');
        expect(letters(shown.map(({ text }) => text).join(''))).toBe(
          letters(transcript.segments.map(({ text }) => text).join('')),
        );
      }),
      { numRuns: 150 },
    );
  });

  test('SubRip: the same, with the names of the speakers within the 42 columns', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const plain = { ...transcript, segments: transcript.segments.map(withoutMarkup) };
        const { text } = transcriptWriters.srt(plain, true);
        const cues = readSrt(text);
        expectWellFormed(cues, 3);
        expect(text.match(/^\d+$/gm)?.length ?? 0).toBeGreaterThanOrEqual(cues.length);
        expect(text.match(/-->/g)?.length ?? 0).toBe(cues.length);
        const shown = cues.map(({ speaker, lines }) => ({ speaker, text: lines.join('') }));
        if (isInOrder(plain)) expect(wordsBySpeaker(shown)).toEqual(wordsBySpeaker(plain.segments));
      }),
      { numRuns: 150 },
    );
  });
});

/** Cues of overlapping segments are interleaved; only without overlaps is the order of a speaker's words that of the segments. */
function isInOrder({ segments: all }: TranscribeOutput): boolean {
  return all.every(({ start }, i) => start >= (all[i - 1]?.end ?? 0));
}

/** SubRip output shortens arrows, which another test covers; the parser takes NOTE for a comment, which only WebVTT has. */
function withoutMarkup(segment: TranscriptSegment): TranscriptSegment {
  return { ...segment, text: segment.text.replace(/-{2,}>/g, '->').replaceAll('NOTE', 'note') };
}
