import { deflateSync } from 'node:zlib';
import type { TranscribeOutput, TranscriptSegment } from '@medley/contracts';
import { transcriptWriters } from '@medley/subtitles';
import type { AnswerForm } from './answer-form';

export interface SpeechAnswer {
  /** Value of `Content-Type`. */
  type: string;
  text: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const STREAM_TYPE = 'text/event-stream; charset=utf-8';
/** The speaker of a segment whose speaker could not be told. */
const UNKNOWN_SPEAKER = 'unknown';

/** Write a transcript as OpenAI does. */
export function writeAnswer(transcript: TranscribeOutput, form: AnswerForm): SpeechAnswer {
  if (form.stream)
    return {
      type: STREAM_TYPE,
      text: `${eventsOf(transcript, form).map(writeEvent).join('')}data: [DONE]\n\n`,
    };
  switch (form.response_format) {
    case 'text':
      return transcriptWriters.txt(transcript, false);
    case 'srt':
    case 'vtt':
      return transcriptWriters[form.response_format](transcript, false);
    case 'json':
      return json({ text: transcript.text, usage: usageOf(transcript) });
    case 'verbose_json':
      return json(verboseOf(transcript, form));
    case 'diarized_json':
      return json(diarizedOf(transcript));
  }
}

function json(body: object): SpeechAnswer {
  return { type: JSON_TYPE, text: JSON.stringify(body) };
}

/** OpenAI counts whole seconds. */
function usageOf({ duration }: TranscribeOutput): object {
  return { type: 'duration', seconds: Math.ceil(duration) };
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** `english`, as OpenAI names it. */
function languageName(code: string): string {
  return (code === 'und' ? undefined : languageNames.of(code)?.toLowerCase()) ?? code;
}

function verboseOf(
  transcript: TranscribeOutput,
  { timestamp_granularities: asked, temperature }: AnswerForm,
): object {
  const { language, duration, text, segments, words = [] } = transcript;
  return {
    task: 'transcribe',
    language: languageName(language),
    duration,
    text,
    ...(asked.includes('word') && { words: words.map(({ word, start, end }) => ({ word, start, end })) }),
    ...((asked.length === 0 || asked.includes('segment')) && {
      segments: segments.map((segment) => verboseSegment(segment, temperature)),
    }),
    usage: usageOf(transcript),
  };
}

/** Tokens and probabilities are Whisper's own; no engine of Medley tells them, and 0 passes the usual filters. */
function verboseSegment({ id, start, end, text }: TranscriptSegment, temperature: number): object {
  const bytes = Buffer.from(text);
  const compression_ratio = bytes.length / deflateSync(bytes).length;
  return {
    id,
    seek: 0,
    start,
    end,
    text,
    tokens: [],
    temperature,
    avg_logprob: 0,
    compression_ratio,
    no_speech_prob: 0,
  };
}

function diarizedOf(transcript: TranscribeOutput): object {
  const { duration, text, segments } = transcript;
  return {
    task: 'transcribe',
    duration,
    text,
    segments: segments.map(diarizedSegment),
    usage: usageOf(transcript),
  };
}

interface DiarizedSegment {
  type: 'transcript.text.segment';
  id: string;
  start: number;
  end: number;
  text: string;
  speaker: string;
}

function diarizedSegment({ id, start, end, text, speaker }: TranscriptSegment): DiarizedSegment {
  return {
    type: 'transcript.text.segment',
    id: segmentId(id),
    start,
    end,
    text,
    speaker: speaker ?? UNKNOWN_SPEAKER,
  };
}

function segmentId(id: number): string {
  return `seg_${String(id + 1).padStart(3, '0')}`;
}

type SpeechEvent =
  | { type: 'transcript.text.delta'; delta: string; segment_id?: string }
  | { type: 'transcript.text.done'; text: string }
  | DiarizedSegment;

/** The deltas joined are the text; diarized, each is followed by its segment. */
function eventsOf(
  { text, segments }: TranscribeOutput,
  { response_format: format }: AnswerForm,
): SpeechEvent[] {
  const isDiarized = format === 'diarized_json';
  const deltas = splitText(text, segments).flatMap(({ delta, segment }): SpeechEvent[] => {
    if (!isDiarized || !segment) return [{ type: 'transcript.text.delta', delta }];
    return [
      { type: 'transcript.text.delta', delta, segment_id: segmentId(segment.id) },
      diarizedSegment(segment),
    ];
  });
  return [...deltas, { type: 'transcript.text.done', text }];
}

/** The text cut at the ends of the segments that stand in it one after the other. */
function splitText(
  text: string,
  segments: readonly TranscriptSegment[],
): { delta: string; segment: TranscriptSegment | null }[] {
  const parts: { delta: string; segment: TranscriptSegment | null }[] = [];
  let at = 0;
  for (const segment of segments) {
    // A segment that stands much further on is one that the text writes in another way.
    const found = text.slice(at, at + segment.text.length + 200).indexOf(segment.text);
    const end = found < 0 ? at : at + found + segment.text.length;
    parts.push({ delta: text.slice(at, end), segment });
    at = end;
  }
  if (at < text.length) parts.push({ delta: text.slice(at), segment: null });
  return parts;
}

function writeEvent(event: SpeechEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
