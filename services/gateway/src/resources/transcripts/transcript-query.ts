import Joi from 'joi';
import { transcriptWriters, type SubtitleFormat } from '@medley/subtitles';

export interface TranscriptQuery {
  format: SubtitleFormat | 'json';
  redacted?: boolean;
}

export const transcriptQuery: Joi.ObjectSchema<TranscriptQuery> = Joi.object<TranscriptQuery>({
  format: Joi.valid(...Object.keys(transcriptWriters), 'json').default('txt'),
  redacted: Joi.boolean()
    .prefs({ convert: true })
    .description(
      'With the replacements of the depersonalize step directly below the transcribe step. Default: only when the task does ' +
        'not give out the transcript itself.',
    ),
}).unknown(true);
