import Joi from 'joi';
import { taskStatuses, type TaskStatus } from '@medley/contracts';
import { transcriptFormats, type TranscriptFormat } from '../transcripts/write-transcript';
import { pageFields, type PageQuery } from './read-query';

type ListQuery = PageQuery & { status?: TaskStatus };

export const listQuery: Joi.ObjectSchema<ListQuery> = Joi.object<ListQuery>({
  ...pageFields,
  status: Joi.valid(...taskStatuses),
}).unknown(true);

export const transcriptQuery: Joi.ObjectSchema<{ format: TranscriptFormat }> = Joi.object<{
  format: TranscriptFormat;
}>({
  format: Joi.valid(...transcriptFormats).default('txt'),
}).unknown(true);
