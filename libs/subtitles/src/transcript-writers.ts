import type { TranscribeOutput } from '@medley/contracts';
import { createCues, type Cue } from './create-cues';
import { widthOf } from './split-units';

export type SubtitleFormat = 'txt' | 'srt' | 'vtt';

interface WrittenTranscript {
  /** Value of `Content-Type`. */
  type: string;
  text: string;
}

/** `speakers`: whether they are named; undefined: if there are several. */
type TranscriptWriter = (transcript: TranscribeOutput, speakers?: boolean) => WrittenTranscript;

/** The function that writes a transcript, for each format. */
export const transcriptWriters: Readonly<Record<SubtitleFormat, TranscriptWriter>> = {
  txt: (transcript, speakers) => ({
    type: 'text/plain; charset=utf-8',
    text: writePlainText(labeled(transcript, speakers)),
  }),
  srt: (transcript, speakers) => ({
    type: 'application/x-subrip; charset=utf-8',
    text: createCues(labeled(transcript, speakers), (speaker) => widthOf(speakerPrefix(speaker)))
      .map(writeSrtCue)
      .join('\n'),
  }),
  vtt: (transcript, speakers) => ({
    type: 'text/vtt; charset=utf-8',
    // Players do not show the voice tag, so it takes no columns.
    text: ['WEBVTT\n', ...createCues(labeled(transcript, speakers), () => 0).map(writeVttCue)].join('\n'),
  }),
};

/** The name of an only speaker says nothing. */
function labeled(transcript: TranscribeOutput, speakers: boolean | undefined): TranscribeOutput {
  const { segments } = transcript;
  const isNamed = speakers ?? new Set(segments.flatMap(({ speaker }) => speaker ?? [])).size > 1;
  if (isNamed) return transcript;
  return { ...transcript, segments: segments.map((segment) => ({ ...segment, speaker: null })) };
}

/** One line per turn of a speaker; without speakers the text as it is. */
function writePlainText({ text, segments }: TranscribeOutput): string {
  if (segments.every(({ speaker }) => speaker === null)) return `${text}\n`;
  const turns: { speaker: string | null; words: string[] }[] = [];
  for (const segment of segments) {
    const turn = turns.at(-1);
    if (turn && turn.speaker === segment.speaker) turn.words.push(joinLines(segment.text));
    else turns.push({ speaker: segment.speaker, words: [joinLines(segment.text)] });
  }
  return turns.map(({ speaker, words }) => `${speakerPrefix(speaker)}${words.join(' ')}\n`).join('');
}

function writeSrtCue({ startMs, endMs, speaker, lines }: Cue, index: number): string {
  const times = `${formatTimestamp(startMs, ',')} --> ${formatTimestamp(endMs, ',')}`;
  // Parsers would take an arrow in the text for a line of times.
  const text = lines.map((line) => line.replace(/(?<!-)-{2,}>/g, '->')).join('\n');
  return `${index + 1}\n${times}\n${speakerPrefix(speaker)}${text}\n`;
}

function writeVttCue({ startMs, endMs, speaker, lines }: Cue): string {
  const voice = speaker === null ? '' : `<v ${escapeVtt(speaker)}>`;
  const times = `${formatTimestamp(startMs, '.')} --> ${formatTimestamp(endMs, '.')}`;
  return `${times}\n${voice}${lines.map(escapeVtt).join('\n')}\n`;
}

function speakerPrefix(speaker: string | null): string {
  return speaker === null ? '' : `${speaker}: `;
}

function joinLines(text: string): string {
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
function formatTimestamp(ms: number, separator: ',' | '.'): string {
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  return `${part(hours)}:${part(minutes)}:${part(Math.floor(ms / 1_000) % 60)}${separator}${part(ms % 1_000, 3)}`;
}
