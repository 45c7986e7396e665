import type { TranscribeOutput, TranscriptSegment } from '@medley/contracts';

export const transcriptFormats = ['txt', 'srt', 'vtt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

interface Written {
  type: string;
  text: string;
}

/** How a transcript is written in each format that is a text of its own. Pure. */
export const writeTranscript: Readonly<
  Record<Exclude<TranscriptFormat, 'json'>, (transcript: TranscribeOutput) => Written>
> = {
  txt: (transcript) => ({ type: 'text/plain; charset=utf-8', text: writePlain(transcript) }),
  srt: ({ segments }) => ({
    type: 'application/x-subrip; charset=utf-8',
    text: segments.map(writeSrtCue).join('\n'),
  }),
  vtt: ({ segments }) => ({
    type: 'text/vtt; charset=utf-8',
    text: ['WEBVTT\n', ...segments.map(writeVttCue)].join('\n'),
  }),
};

/** A line per turn of a speaker; without speakers the text as it is. */
function writePlain({ text, segments }: TranscribeOutput): string {
  if (segments.every(({ speaker }) => speaker === null)) return `${text}\n`;
  const turns: { speaker: string | null; words: string[] }[] = [];
  for (const segment of segments) {
    const turn = turns.at(-1);
    if (turn && turn.speaker === segment.speaker) turn.words.push(oneLine(segment.text));
    else turns.push({ speaker: segment.speaker, words: [oneLine(segment.text)] });
  }
  return turns.map(({ speaker, words }) => `${prefix(speaker)}${words.join(' ')}\n`).join('');
}

function writeSrtCue(segment: TranscriptSegment, index: number): string {
  const times = `${clock(segment.start, ',')} --> ${clock(segment.end, ',')}`;
  return `${index + 1}\n${times}\n${prefix(segment.speaker)}${oneLine(segment.text)}\n`;
}

function writeVttCue(segment: TranscriptSegment): string {
  const voice = segment.speaker === null ? '' : `<v ${escapeVtt(segment.speaker)}>`;
  const times = `${clock(segment.start, '.')} --> ${clock(segment.end, '.')}`;
  return `${times}\n${voice}${escapeVtt(oneLine(segment.text))}\n`;
}

function prefix(speaker: string | null): string {
  return speaker === null ? '' : `${speaker}: `;
}

/** A blank line would end a cue. */
function oneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n]+\s*/g, ' ');
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `01:02:03,456` */
function clock(seconds: number, separator: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1_000));
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  return `${part(hours)}:${part(minutes)}:${part(Math.floor(ms / 1_000) % 60)}${separator}${part(ms % 1_000, 3)}`;
}
