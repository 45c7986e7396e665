import type { TranscribeOutput, TranscriptSegment, TranscriptWord } from '@medley/contracts';
import { transcriptWriters } from '@medley/subtitles';
import { readSrt, readVtt } from './read-subtitles';

function transcriptOf(segments: Omit<TranscriptSegment, 'id'>[], words?: TranscriptWord[]): TranscribeOutput {
  const all = segments.map((segment, id) => ({ id, ...segment }));
  const text = segments.map((segment) => segment.text).join(' ');
  const facts = { text, language: 'ru', duration: all.at(-1)?.end ?? 0, segments: all, speakers: ['A', 'B'] };
  return words ? { ...facts, words } : facts;
}
const one = (text: string, start = 0, end = 6, speaker: string | null = null): TranscribeOutput =>
  transcriptOf([{ start, end, text, speaker }]);
const vtt = (transcript: TranscribeOutput) => readVtt(transcriptWriters.vtt(transcript).text);
const srt = (transcript: TranscribeOutput) => readSrt(transcriptWriters.srt(transcript).text);

test('a line is broken after a clause and near the middle, not where it is full', () => {
  expect(vtt(one('Мы посмотрели отчёт, и теперь надо решить, кто его подпишет.'))[0]?.lines).toEqual([
    'Мы посмотрели отчёт,',
    'и теперь надо решить, кто его подпишет.',
  ]);
  expect(vtt(one('We have seen the report, and now we must choose.'))[0]?.lines).toEqual([
    'We have seen the report,',
    'and now we must choose.',
  ]);
});

test('a long segment becomes several cues, each ending with its sentence where it can', () => {
  const text =
    'Первое предложение довольно длинное и занимает две строки почти целиком. ' +
    'Второе короче. Третье опять длинное, поэтому ему нужен собственный титр на экране.';
  const cues = vtt(one(text, 10, 22));
  expect(cues.map(({ lines }) => lines.join(' '))).toEqual([
    'Первое предложение довольно длинное и занимает две строки почти целиком.',
    'Второе короче.',
    'Третье опять длинное, поэтому ему нужен собственный титр на экране.',
  ]);
  expect([cues[0]?.start, cues.at(-1)?.end]).toEqual([10_000, 22_000]);
});

test('times within a segment are those of its words where these are known', () => {
  const text =
    'Сначала пауза. Потом продолжение разговора, которое длится гораздо дольше первой части, до самого конца.';
  const times = [0, 0.5, 6, 6.2, 6.8, 7.5, 7.8, 8, 8.4, 8.8, 9.1, 9.4, 9.5, 9.7];
  const words = text.split(' ').map((word, i) => ({
    word: word.replace(/[.,]/g, ''),
    start: times[i] ?? 9.8,
    end: (times[i] ?? 9.8) + 0.2,
  }));
  const cues = vtt(transcriptOf([{ start: 0, end: 10, text, speaker: null }], words));
  expect(cues.map(({ start, end, lines }) => [start, end, lines[0]?.split(' ')[0]])).toEqual([
    [0, 1_000, 'Сначала'],
    [6_000, expect.any(Number), 'Потом'],
    [expect.any(Number), expect.any(Number), expect.any(String)],
  ]);
});

test('without times of words the duration of a segment is divided by width', () => {
  const sentence = 'Это предложение занимает в титре обе строки, и второе за ним такое же.';
  const cues = vtt(one(`${sentence} ${sentence}`, 0, 12));
  expect(cues.map(({ start, end }) => [start, end])).toEqual([
    [0, 6_000],
    [6_000, 12_000],
  ]);
});

test('a cue lasts a second where there is room, and seven at most', () => {
  const segments = [
    { start: 0, end: 0.2, text: 'Да.', speaker: 'A' },
    { start: 5, end: 30, text: 'Ммм.', speaker: 'B' },
    { start: 40, end: 40.1, text: 'Ой', speaker: 'A' },
    { start: 40.5, end: 42, text: 'Что?', speaker: 'B' },
  ];
  expect(srt(transcriptOf(segments)).map(({ start, end }) => [start, end])).toEqual([
    [0, 1_000],
    [5_000, 12_000],
    [40_000, 40_500],
    [40_500, 42_000],
  ]);
});

test('segments that overlap are shown one after the other', () => {
  const segments = [
    { start: 0, end: 6, text: 'Я говорю долго.', speaker: 'A' },
    { start: 2, end: 3, text: 'Перебью.', speaker: 'B' },
    { start: 2, end: 2, text: 'И я.', speaker: 'A' },
  ];
  const cues = srt(transcriptOf(segments));
  expect(cues.map(({ speaker, start, end }) => [speaker, start, end])).toEqual([
    ['A', 0, 2_000],
    ['A', 2_000, 2_200],
    ['B', 2_200, 3_200],
  ]);
});

test('a wide character takes two columns and is never separated from its word or its full stop', () => {
  const text = '今日は会議の議事録を確認して、来週の予定を決めます。担当者は田中さんです。質問がありますか。';
  const cues = vtt({ ...one(text, 0, 20), language: 'ja' });
  const lines = cues.flatMap((cue) => cue.lines);
  expect(lines.join('')).toBe(text);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(21);
  expect(lines.filter((line) => /^[、。]/.test(line))).toEqual([]);
  expect(cues.map((cue) => cue.lines.at(-1)?.at(-1))).toEqual(expect.arrayContaining(['。']));
});

test('a word longer than a line is split between graphemes', () => {
  const flags = '🇫🇷'.repeat(50);
  const lines = vtt(one(flags, 0, 7)).flatMap((cue) => cue.lines);
  expect(lines.join('')).toBe(flags);
  expect(lines.every((line) => /^(?:🇫🇷)+$/u.test(line))).toBe(true);
});

test('arrows, tags and control characters of the text are made harmless', () => {
  const text = 'a --> b ---> c <i>d</i> &lt; e\u0000f \u2028\r\n\r\n g';
  expect(vtt(one(text))[0]?.lines).toEqual(['a --> b ---> c <i>d</i> &lt; ef g']);
  expect(srt(one(text))[0]?.lines).toEqual(['a -> b -> c <i>d</i> &lt; ef g']);
});

test('a transcript without words has no cues', () => {
  expect(transcriptWriters.vtt(one(' \n ')).text).toBe('WEBVTT\n');
  expect(transcriptWriters.srt(one('')).text).toBe('');
});

test('six hours of speech are written in seconds', () => {
  const words = 'и вот мы снова говорим о том, что было сказано вчера вечером. '.repeat(10).trim();
  const segments = Array.from({ length: 1_000 }, (_, i) => ({
    start: i * 21.6,
    end: (i + 1) * 21.6,
    text: words,
    speaker: i % 2 ? 'A' : 'B',
  }));
  const startedAt = process.cpuUsage();
  const { text } = transcriptWriters.srt(transcriptOf(segments));
  const { user } = process.cpuUsage(startedAt);
  expect(text.length).toBeGreaterThan(600_000);
  expect(user / 1_000).toBeLessThan(8_000);
});

test('cues that begin in the same millisecond keep the order of the text', () => {
  const sentences = ['Да. Да.', 'x'.repeat(90), 'Нет.'];
  const words = sentences
    .join(' ')
    .split(' ')
    .map((word, i) => ({ start: i * 0.000_25, end: (i + 1) * 0.000_25, word }));
  const segment = { start: 0, end: 0.001, text: sentences.join(' '), speaker: 'A' };
  const shown = srt(transcriptOf([segment], words)).flatMap(({ lines }) => lines);
  expect(shown.join('').replaceAll(' ', '')).toBe(sentences.join('').replaceAll(' ', ''));
});
