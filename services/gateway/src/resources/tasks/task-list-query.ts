import Joi from 'joi';
import {
  limits,
  listOf,
  stepKinds,
  taskStatuses,
  textOf,
  type StepKind,
  type TaskStatus,
  type ValidationIssue,
} from '@medley/contracts';
import type { TaskPosition } from '@medley/store';
import type { Query } from '../../http/parse-query';
import { pageFields, type PageQuery } from '../../http/read-query';
import { checkBody } from '../../validation/check-body';
import { time, uuid } from '../../validation/fields';
import { throwIfInvalid } from '../../validation/validation-error';
import { readCursor } from './list-cursor';

export interface TaskListQuery extends PageQuery {
  status?: TaskStatus;
  step?: StepKind;
  created_after?: Date;
  created_before?: Date;
  metadata?: { key: string; value: string }[];
  batch_id?: string;
  q?: string;
  cursor?: TaskPosition;
  include?: 'output';
}

const cursor = Joi.string().custom(
  (value: string, helpers) =>
    readCursor(value) ?? helpers.message({ custom: 'must be a next_cursor of this listing' }),
);

const pair = Joi.object({
  key: textOf(1, limits.metadataKeyMax).required(),
  value: textOf(0, limits.metadataValueMax).required(),
});

export const taskListQuery: Joi.ObjectSchema<TaskListQuery> = Joi.object<TaskListQuery>({
  ...pageFields,
  cursor: cursor.description('`pagination.next_cursor` of the page before, instead of `offset`.'),
  status: Joi.valid(...taskStatuses),
  step: Joi.valid(...stepKinds).description('Tasks with a step of this kind.'),
  created_after: time.description('Tasks created then or later.'),
  created_before: time.description('Tasks created then or earlier.'),
  metadata: listOf(pair, limits.metadataFilterMax)
    .messages({ 'array.base': 'must be written as metadata[key]=value' })
    .meta({
      json: {
        type: 'object',
        items: undefined,
        maxItems: undefined,
        maxProperties: limits.metadataFilterMax,
        additionalProperties: { type: 'string' },
      },
    })
    .description('`metadata[key]=value`, at most three: tasks with all of these pairs.'),
  batch_id: uuid.description('The tasks of this batch.'),
  q: textOf(1, limits.filenameMax).description('The beginning of the id or of the filename; case matters.'),
  include: Joi.valid('output').description(
    'Adds `output` to the entries, as long as the response stays within 8 MiB; the others have `output_omitted`.',
  ),
}).unknown(true);

/** @throws AppError VALIDATION_ERROR */
export function readTaskListQuery(query: Query): TaskListQuery {
  const { metadata, ...others } = query;
  const pairs = readPairs(query);
  const given =
    metadata === undefined ? others : { ...others, metadata: pairs.length > 0 ? pairs : metadata };
  const { value, issues } = checkBody(taskListQuery, given);
  throwIfInvalid([...issues, ...findConflicts(query)]);
  return value;
}

/** `metadata[key]=value`; a repeated key gives a list, which is no text and so an issue. */
function readPairs(query: Query): { key: string; value: string | string[] }[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const [, key] = /^metadata\[(.*)\]$/s.exec(name) ?? [];
    return key === undefined ? [] : [{ key, value }];
  });
}

function findConflicts({ cursor, offset }: Query): ValidationIssue[] {
  if (cursor === undefined || offset === undefined) return [];
  const message = 'cursor and offset exclude each other: send one';
  return [
    { field: 'cursor', message },
    { field: 'offset', message },
  ];
}
