import Joi from 'joi';
import { taskStatuses, type TaskStatus } from '@medley/contracts';
import { pageFields, type PageQuery } from '../../http/read-query';

export type TaskListQuery = PageQuery & { status?: TaskStatus; include?: 'output' };

export const taskListQuery: Joi.ObjectSchema<TaskListQuery> = Joi.object<TaskListQuery>({
  ...pageFields,
  status: Joi.valid(...taskStatuses),
  include: Joi.valid('output').description(
    'Adds `output` to the entries, as long as the response stays within 8 MiB; the others have `output_omitted`.',
  ),
}).unknown(true);
