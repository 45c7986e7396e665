import type { DepersonalizeOutput, RestoreOutput, TranscribeOutput } from '@medley/contracts';
import { restore } from '@medley/depersonalize';
import { transcriptWriters, type SubtitleFormat } from '@medley/subtitles';
import type { AnswerForm } from '../speech-answers/answer-form';
import { writeAnswer, type SpeechAnswer } from '../speech-answers/write-answer';
import { findPatternFault } from './find-pattern-fault';

/** Work on a text that would block the event loop for too long. */
export type TextJob =
  | { kind: 'restore'; text: string; mapping: string; lengthMax: number }
  /** `transcript` is the output of a transcribe step as JSON. */
  | { kind: 'subtitles'; transcript: string; format: SubtitleFormat; speakers?: boolean | undefined }
  /** `output` is that of a depersonalize step below a transcribe step, as JSON. */
  | { kind: 'redacted'; output: string; format: SubtitleFormat | 'json'; speakers?: boolean | undefined }
  /** `transcript` as for `subtitles`; answered as OpenAI does. */
  | { kind: 'speech'; transcript: string; form: AnswerForm }
  | { kind: 'patterns'; regexes: string[] };

export interface TextResults {
  /** Null when the restored text would be longer than `lengthMax` UTF-16 units. */
  restore: RestoreOutput | null;
  subtitles: { type: string; text: string };
  /** `json`: a transcript. Null when the output has none. */
  redacted: { type: string; text: string } | null;
  speech: SpeechAnswer;
  /** For each regular expression null, or why it cannot be used. */
  patterns: (string | null)[];
}

/**
 * Run a job in the current thread.
 * @public called by name in a worker thread
 */
export function runTextJob(job: TextJob): TextResults[TextJob['kind']] {
  switch (job.kind) {
    case 'restore':
      return restore(job.text, job.mapping, job.lengthMax);
    case 'subtitles':
      return transcriptWriters[job.format](JSON.parse(job.transcript) as TranscribeOutput, job.speakers);
    case 'redacted':
      return writeRedacted(JSON.parse(job.output) as DepersonalizeOutput, job);
    case 'speech':
      return writeAnswer(JSON.parse(job.transcript) as TranscribeOutput, job.form);
    case 'patterns':
      return job.regexes.map(findPatternFault);
  }
}

function writeRedacted(
  { text, transcript }: DepersonalizeOutput,
  { format, speakers }: Pick<Extract<TextJob, { kind: 'redacted' }>, 'format' | 'speakers'>,
): TextResults['redacted'] {
  if (!transcript) return null;
  const redacted: TranscribeOutput = { text, ...transcript };
  if (format !== 'json') return transcriptWriters[format](redacted, speakers);
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(redacted) };
}
