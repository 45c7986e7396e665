import type { TranscribeOutput } from '@medley/contracts';
import { makeCues, type Cue } from './make-cues';
import { widthOf } from './split-units';

export const transcriptFormats = ['txt', 'srt', 'vtt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];
/** The formats that are texts of their own. */
export type SubtitleFormat = Exclude<TranscriptFormat, 'json'>;

interface Written {
  type: string;
  text: string;
}

/** How a transcript is written in each format that is a text of its own. Pure. */
export const writeTranscript: Readonly<Record<SubtitleFormat, (transcript: TranscribeOutput) => Written>> = {
  txt: (transcript) => ({ type: 'text/plain; charset=utf-8', text: writePlain(transcript) }),
  srt: (transcript) => ({
    type: 'application/x-subrip; charset=utf-8',
    text: makeCues(transcript, (speaker) => widthOf(prefix(speaker)))
      .map(writeSrtCue)
      .join('\n'),
  }),
  vtt: (transcript) => ({
    type: 'text/vtt; charset=utf-8',
    // Players show no voice, so it takes no room.
    text: ['WEBVTT\n', ...makeCues(transcript, () => 0).map(writeVttCue)].join('\n'),
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

function writeSrtCue({ startMs, endMs, speaker, lines }: Cue, index: number): string {
  const times = `${clock(startMs, ',')} --> ${clock(endMs, ',')}`;
  // An arrow in the text would read like times.
  const text = lines.map((line) => line.replace(/(?<!-)-{2,}>/g, '->')).join('\n');
  return `${index + 1}\n${times}\n${prefix(speaker)}${text}\n`;
}

function writeVttCue({ startMs, endMs, speaker, lines }: Cue): string {
  const voice = speaker === null ? '' : `<v ${escapeVtt(speaker)}>`;
  const times = `${clock(startMs, '.')} --> ${clock(endMs, '.')}`;
  return `${times}\n${voice}${lines.map(escapeVtt).join('\n')}\n`;
}

function prefix(speaker: string | null): string {
  return speaker === null ? '' : `${speaker}: `;
}

function oneLine(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `01:02:03,456` */
function clock(ms: number, separator: ',' | '.'): string {
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  return `${part(hours)}:${part(minutes)}:${part(Math.floor(ms / 1_000) % 60)}${separator}${part(ms % 1_000, 3)}`;
}
