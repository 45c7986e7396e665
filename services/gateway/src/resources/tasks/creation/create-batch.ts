import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import Joi from 'joi';
import { limits, type ValidationIssue } from '@medley/contracts';
import { AppError, messageOf } from '@medley/kit';
import type { Caller } from '../../../callers/caller';
import type { RequestRecord } from '../../../callers/request-record';
import { toErrorFacts, type ErrorFacts } from '../../../http/error-response';
import type { JsonObject } from '../../../validation/json-object';
import type { RequestOrigin } from '@medley/store';
import { checkBody, type ValidationContext } from '../../../validation/check-body';
import { unknownFieldsOf, withUnknownFields } from '../../../validation/unknown-fields';
import { throwIfInvalid, validationError } from '../../../validation/validation-error';
import { uuidOf } from '../../../idempotency/uuid-of';
import type { SchemaChecks } from '../../../steps/schema-checks';
import { considerUnknown } from './consider-unknown';
import { createTask } from './create-task';
import { CREATION_MS, type Creation, type CreationDependencies } from './creation';
import { startDeadline, type Deadline } from './deadline';
import { draftTask } from './draft-task';
import { issueTickets, type Ticket } from './issue-tickets';

/** Time on the event loop for the validation of tasks before other requests are handled. */
const SLICE_MS = 4;

type BatchEntry =
  | { index: number; success: true; data: { id: string; status: string } }
  | { index: number; success: false; error: Omit<ErrorFacts, 'errors'>; errors?: readonly ValidationIssue[] };

export interface BatchResult {
  results: BatchEntry[];
  summary: { total: number; succeeded: number; failed: number };
  /** Null when no task was created. */
  batch_id: string | null;
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

const findUnknown = unknownFieldsOf(batchBody);

interface BatchRequest {
  caller: Caller;
  record: RequestRecord;
  origin: RequestOrigin | null;
  schemas: SchemaChecks;
  /** Unknown fields are issues. */
  isStrict: boolean;
}

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
  { isStrict, ...request }: BatchRequest,
): Promise<BatchResult> {
  const { value, issues } = checkBody(batchBody, body);
  throwIfInvalid(withUnknownFields(issues, findUnknown(body), isStrict));
  const batchId = batchIdOf(request.origin);
  const entries = await startEntries(value.tasks, (item, index, facts) =>
    createEntry(deps, { item, isStrict }, { ...request, index, batchId, ...facts }),
  );
  const results = await Promise.all(entries);
  const succeeded = results.filter((entry) => entry.success).length;
  const unaffordable = results.find((entry) => !entry.success && entry.error.code === 'INSUFFICIENT_BALANCE');
  if (succeeded === 0 && unaffordable && !unaffordable.success) {
    const first = `tasks[${unaffordable.index}]: ${unaffordable.error.message}`;
    throw new AppError('INSUFFICIENT_BALANCE', `Not one task of the batch is affordable. ${first}`);
  }
  const summary = { total: results.length, succeeded, failed: results.length - succeeded };
  return { results, summary, batch_id: succeeded === 0 ? null : batchId };
}

/** A repeated request finds tasks of its first attempt, so that both have the same id. */
function batchIdOf(origin: RequestOrigin | null): string {
  return origin === null ? randomUUID() : uuidOf(`batch ${origin.id}`);
}

/**
 * Start the creation of each task. Tasks that are validated in the same turn of the event loop share their writes and their
 * deadline, which so does not include the validation of those before; after `SLICE_MS` other requests are handled first.
 */
async function startEntries<T>(
  items: readonly unknown[],
  create: (item: unknown, index: number, facts: { ticket: Ticket; deadline: Deadline }) => Promise<T>,
): Promise<Promise<T>[]> {
  const entries: Promise<T>[] = [];
  const deadlines: Deadline[] = [];
  const startSlice = (): Deadline => {
    const started = startDeadline(CREATION_MS);
    deadlines.push(started);
    return started;
  };
  let sliceEndsAt = performance.now() + SLICE_MS;
  let deadline = startSlice();
  for (const [index, ticket] of issueTickets(items.length).entries()) {
    entries.push(create(items[index], index, { ticket, deadline }).finally(() => ticket.release()));
    if (performance.now() < sliceEndsAt) continue;
    await setImmediate();
    sliceEndsAt = performance.now() + SLICE_MS;
    deadline = startSlice();
  }
  const clear = (): void => deadlines.forEach((one) => one.clear());
  Promise.allSettled(entries).then(clear, clear);
  return entries;
}

async function createEntry(
  deps: CreationDependencies & { validationContext: ValidationContext },
  { item, isStrict }: { item: unknown; isStrict: boolean },
  creation: Creation,
): Promise<BatchEntry> {
  const { index } = creation;
  try {
    const drafted = considerUnknown(draftTask(asObject(item), deps.validationContext), isStrict);
    const task = await createTask(deps, drafted, creation);
    return { index, success: true, data: { id: task.id, status: task.status } };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) {
      const facts = { request_id: creation.record.id, account_id: creation.caller.accountId };
      deps.logger.error('a task of a batch failed', { ...facts, error: messageOf(thrown) });
    }
    const { errors, ...error } = toErrorFacts(thrown);
    return { index, success: false, error, ...(errors && { errors }) };
  }
}

function asObject(item: unknown): JsonObject {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item as JsonObject;
  throw validationError([{ field: 'body', message: 'must be a JSON object' }]);
}
