import Joi from 'joi';
import { transcriptWriters, type SubtitleFormat } from '@medley/subtitles';

export interface TranscriptQuery {
  format: SubtitleFormat | 'json';
  redacted?: boolean;
  speakers?: boolean | undefined;
}

export const transcriptQuery: Joi.ObjectSchema<TranscriptQuery> = Joi.object<TranscriptQuery>({
  format: Joi.valid(...Object.keys(transcriptWriters), 'json').default('txt'),
  redacted: Joi.boolean()
    .prefs({ convert: true })
    .description(
      'With the replacements of the depersonalize step directly below the transcribe step. Default: only when the task does ' +
        'not give out the transcript itself.',
    ),
  speakers: Joi.boolean()
    .prefs({ convert: true })
    .description(
      'Whether the text names the speakers. Default: if there are several. `json` always has them.',
    ),
}).unknown(true);
