import type { StepKind, TaskStatus } from '@medley/contracts';
import type { mongo } from 'mongoose';
import type { TaskDocument } from './task-model';

/** Which tasks of an account a listing has; every field narrows it, and each has an index. */
export interface TaskFilter {
  account_id: string;
  status?: TaskStatus | undefined;
  /** Tasks with a step of this kind. */
  step?: StepKind | undefined;
  /** Both bounds belong to the range. */
  created_after?: Date | undefined;
  created_before?: Date | undefined;
  /** All of these pairs. */
  metadata?: readonly { key: string; value: string }[] | undefined;
  batch_id?: string | undefined;
  /** The beginning of the id or of the filename. */
  q?: string | undefined;
}

/** Where a page begins: after this task in the order of the listing. */
export interface TaskPosition {
  created_at: Date;
  id: string;
}

type Condition = mongo.Filter<TaskDocument>;

/** The highest code point: UTF-8, by which MongoDB compares, sorts it after every other one. */
const LAST = '\u{10FFFF}';

/** The query for a filter. */
export function toQuery({
  q,
  metadata = [],
  created_after,
  created_before,
  step,
  ...same
}: TaskFilter): Condition {
  const range = {
    ...(created_after && { $gte: created_after }),
    ...(created_before && { $lte: created_before }),
  };
  const pairs = metadata.map(({ key, value }) => ({ $elemMatch: { key, value } }));
  return {
    ...(q === undefined && { account_id: same.account_id }),
    ...(same.status && { status: same.status }),
    ...(same.batch_id && { batch_id: same.batch_id }),
    ...(step && { 'steps.name': step }),
    ...(Object.keys(range).length > 0 && { created_at: range }),
    ...(pairs.length > 0 && { metadata: { $all: pairs } }),
    ...(q !== undefined && { $or: beginningsOf(same.account_id, q) }),
  };
}

/** Tasks that come after a position, newest first, then by id. */
export function afterPosition({ created_at, id }: TaskPosition): Condition {
  return {
    // Bounds the scan of the index; the alternatives are checked on it.
    created_at: { $lte: created_at },
    $or: [{ created_at: { $lt: created_at } }, { _id: { $lt: id } }],
  };
}

/** The account is in each alternative, since each has an index of its own, which begins with it. */
function beginningsOf(account_id: string, q: string): object[] {
  return [
    { account_id, _id: beginsWith(q) },
    { account_id, 'input.filename': beginsWith(q) },
  ];
}

function beginsWith(text: string): { $gte: string; $lt: string } {
  return { $gte: text, $lt: text + LAST };
}
