import type { ListedTask, Payload } from '@medley/contracts';

import { callDatabase } from './call-database';
import { listingLimits } from './listing-limits';
import type { TaskPage, TaskPageRequest } from './stores';
import { afterPosition, toQuery, type TaskFilter } from './task-filter';
import type { TaskCollection } from './task-model';

/** List a page of an account's tasks, newest first; only the sizes of payloads are read. */
export async function listTasks(
  tasks: TaskCollection,
  filter: TaskFilter,
  { limit, offset, after }: TaskPageRequest,
): Promise<TaskPage> {
  const query = toQuery(filter);
  const stages = [
    { $match: after ? { $and: [query, afterPosition(after)] } : query },
    { $sort: { created_at: -1, _id: -1 } },
    { $skip: offset },
    // One more than the page tells whether another one follows.
    { $limit: limit + 1 },
    { $project: listedFields },
  ];
  const [found, total] = await Promise.all([
    callDatabase(() => tasks.aggregate<ListedTask>(stages).toArray()),
    callDatabase(() => tasks.countDocuments(query)),
  ]);
  return { items: found.slice(0, limit), total, hasMore: found.length > limit };
}

/** Read only the outputs of tasks. */
export async function readOutputs(
  tasks: TaskCollection,
  ids: readonly string[],
): Promise<Map<string, Map<string, Payload>>> {
  interface Row {
    _id: string;
    steps: { id: string; output: Payload | null }[];
  }
  const projection = { 'steps.id': 1, 'steps.output': 1 };
  const rows = await callDatabase(() =>
    tasks.find<Row>({ _id: { $in: [...ids] } }, { projection }).toArray(),
  );
  return new Map(
    rows.map(({ _id, steps }) => [
      _id,
      new Map(steps.flatMap(({ id, output }) => (output ? [[id, output] as const] : []))),
    ]),
  );
}

const step = (field: string): string => `$$step.${field}`;
const eachStep = (of: unknown): object => ({ $map: { input: '$steps', as: 'step', in: of } });

/** Bytes of an inline payload, or the stated size of one in the blob store. */
const outputBytes = {
  $ifNull: [step('output.size'), { $strLenBytes: { $ifNull: [step('output.inline'), ''] } }],
};

/** No list of outputs: all are given out. */
const isGivenOut = { $in: [step('id'), { $ifNull: ['$outputs', [step('id')]] }] };

const isShort = { $lte: [{ $strLenBytes: step('options') }, listingLimits.optionsBytesMax] };

const listedStep = {
  id: step('id'),
  name: step('name'),
  depends_on: step('depends_on'),
  status: step('status'),
  attempt: step('attempt'),
  queued_at: step('queued_at'),
  started_at: step('started_at'),
  completed_at: step('completed_at'),
  worker: step('worker'),
  usage: step('usage'),
  cost: step('cost'),
  error: step('error'),
  past_attempts: step('past_attempts'),
  reused: step('reused'),
  options: { $cond: [isShort, step('options'), null] },
};

const listedFields: Record<Exclude<keyof ListedTask, 'id'> | '_id' | 'id', unknown> = {
  _id: 0,
  id: '$_id',
  status: 1,
  progress: 1,
  error: 1,
  cost: 1,
  metadata: 1,
  webhook_url: 1,
  expires_at: 1,
  purged_at: 1,
  delete_requested_at: 1,
  created_at: 1,
  updated_at: 1,
  completed_at: 1,
  filename: { $ifNull: ['$input.filename', null] },
  steps: eachStep(listedStep),
  batch_id: { $ifNull: ['$batch_id', null] },
  retry_of: { $ifNull: ['$retry_of', null] },
  outputs: { $ifNull: ['$outputs', null] },
  output_bytes: { $sum: eachStep({ $cond: [isGivenOut, outputBytes, 0] }) },
};
