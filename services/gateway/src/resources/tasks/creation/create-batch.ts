import { setImmediate } from 'node:timers/promises';
import Joi from 'joi';
import { limits, type ValidationIssue } from '@medley/contracts';
import { AppError, messageOf } from '@medley/kit';
import type { Caller } from '../../../callers/caller';
import { toErrorFacts, type ErrorFacts } from '../../../http/error-response';
import type { JsonObject } from '../../../validation/json-object';
import type { RequestOrigin } from '@medley/store';
import { checkBody, type ValidationContext } from '../../../validation/check-body';
import { validationError } from '../../../validation/validation-error';
import type { SchemaChecks } from '../../../steps/schema-checks';
import { createTask, type Creation, type CreationDependencies } from './create-task';
import { draftTask } from './draft-task';
import { issueTickets } from './issue-tickets';

type BatchEntry =
  | { index: number; success: true; data: { id: string; status: string } }
  | { index: number; success: false; error: Omit<ErrorFacts, 'errors'>; errors?: readonly ValidationIssue[] };

export interface BatchResult {
  results: BatchEntry[];
  summary: { total: number; succeeded: number; failed: number };
}

export const batchBody: Joi.ObjectSchema<{ tasks: unknown[] }> = Joi.object<{ tasks: unknown[] }>({
  tasks: Joi.array()
    .min(1)
    .max(limits.batchMax)
    .required()
    .messages({ '*': `must be an array of 1 to ${limits.batchMax} tasks` })
    // Each task is validated separately, so that an invalid one does not affect the others.
    .meta({ json: { items: { $ref: '#/components/schemas/TaskRequest' } } }),
})
  .unknown(true)
  .meta({ component: 'BatchRequest' });

/** Number of tasks in a batch; 0 when it will be rejected. */
export function batchSize(body: JsonObject): number {
  const { tasks } = body;
  return Array.isArray(tasks) && tasks.length <= limits.batchMax ? tasks.length : 0;
}

/**
 * Create up to 30 tasks independently; balance and caps are reserved in the order of the request.
 * @throws AppError VALIDATION_ERROR for an invalid batch, INSUFFICIENT_BALANCE when not one task is affordable
 */
export async function createBatch(
  deps: CreationDependencies & { validationContext: ValidationContext },
  body: JsonObject,
  { caller, origin, schemas }: { caller: Caller; origin: RequestOrigin | null; schemas: SchemaChecks },
): Promise<BatchResult> {
  const { value, issues } = checkBody(batchBody, body);
  if (issues.length > 0) throw validationError(issues);
  const entries: Promise<BatchEntry>[] = [];
  for (const [index, ticket] of issueTickets(value.tasks.length).entries()) {
    const creation = { caller, origin, schemas, index, ticket };
    entries.push(createEntry(deps, value.tasks[index], creation).finally(() => ticket.release()));
    // Lets other requests be handled before the next task is validated.
    await setImmediate();
  }
  const results = await Promise.all(entries);
  const succeeded = results.filter((entry) => entry.success).length;
  const isUnaffordable = results.some(
    (entry) => !entry.success && entry.error.code === 'INSUFFICIENT_BALANCE',
  );
  if (succeeded === 0 && isUnaffordable) {
    throw new AppError(
      'INSUFFICIENT_BALANCE',
      'The balance of your account is too low for any of these tasks.',
    );
  }
  return { results, summary: { total: results.length, succeeded, failed: results.length - succeeded } };
}

async function createEntry(
  deps: CreationDependencies & { validationContext: ValidationContext },
  item: unknown,
  creation: Creation,
): Promise<BatchEntry> {
  const { index } = creation;
  try {
    const task = await createTask(deps, draftTask(asObject(item), deps.validationContext), creation);
    return { index, success: true, data: { id: task.id, status: task.status } };
  } catch (thrown) {
    if (!(thrown instanceof AppError))
      deps.logger.error('a task of a batch failed', { error: messageOf(thrown) });
    const { errors, ...error } = toErrorFacts(thrown);
    return { index, success: false, error, ...(errors && { errors }) };
  }
}

function asObject(item: unknown): JsonObject {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item as JsonObject;
  throw validationError([{ field: 'body', message: 'must be a JSON object' }]);
}
