import Joi from 'joi';
import { taskStatuses, type TaskStatus } from '@medley/contracts';
import { transcriptFormats, type TranscriptFormat } from '../transcripts/write-transcript';
import { pageFields, type PageQuery } from './read-query';

export type TaskListQuery = PageQuery & { status?: TaskStatus; include?: 'output' };

export const listQuery: Joi.ObjectSchema<TaskListQuery> = Joi.object<TaskListQuery>({
  ...pageFields,
  status: Joi.valid(...taskStatuses),
  include: Joi.valid('output').description(
    'Adds `output` to the entries, as long as the answer stays within 8 MiB; the others have `output_omitted`.',
  ),
}).unknown(true);

export const transcriptQuery: Joi.ObjectSchema<{ format: TranscriptFormat }> = Joi.object<{
  format: TranscriptFormat;
}>({
  format: Joi.valid(...transcriptFormats).default('txt'),
}).unknown(true);
