import Joi from 'joi';
import { transcriptWriters, type SubtitleFormat } from '@medley/subtitles';

interface TranscriptQuery {
  format: SubtitleFormat | 'json';
}

export const transcriptQuery: Joi.ObjectSchema<TranscriptQuery> = Joi.object<TranscriptQuery>({
  format: Joi.valid(...Object.keys(transcriptWriters), 'json').default('txt'),
}).unknown(true);
