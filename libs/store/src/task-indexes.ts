import type { Schema } from 'mongoose';

/** Earlier than every stored date: `$gt: EPOCH` in a query means "is set" and matches the partial indexes. */
export const EPOCH = new Date(0);

/** Add the indexes of the `tasks` collection; those of what few tasks have are partial. */
export function addTaskIndexes(tasks: Schema): void {
  tasks.index({ account_id: 1, created_at: -1, _id: -1 });
  tasks.index({ account_id: 1, status: 1, created_at: -1, _id: -1 });
  // For the events of an account since a moment.
  tasks.index({ account_id: 1, updated_at: 1 });
  // For the filters of listings.
  tasks.index({ account_id: 1, 'steps.name': 1, created_at: -1, _id: -1 });
  tasks.index({ account_id: 1, 'metadata.key': 1, 'metadata.value': 1, created_at: -1, _id: -1 });
  tasks.index({ account_id: 1, _id: 1, created_at: -1 });
  tasks.index(
    { account_id: 1, 'input.filename': 1, created_at: -1, _id: -1 },
    { partialFilterExpression: { 'input.filename': { $gt: '' } } },
  );
  tasks.index({ origin: 1 }, { unique: true, partialFilterExpression: { origin: { $exists: true } } });
  // For the deletion of tasks after their retention.
  tasks.index({ completed_at: 1 }, { partialFilterExpression: { completed_at: { $gt: EPOCH } } });
  // For the recount of unfinished tasks.
  tasks.index({ account_id: 1, _id: 1 }, { partialFilterExpression: { 'cost.settled': false } });
  for (const [due, ...more] of [
    ['wake_at'],
    // Holds everything that the query for due deliveries returns, so that it reads no documents.
    ['delivery.next_attempt_at', '_id', 'account_id', 'receiver', 'receiver_host'],
    ['attempt_open_since'],
  ] as const) {
    const fields = [due, ...more].map((field) => [field, 1] as const);
    tasks.index(Object.fromEntries(fields), { partialFilterExpression: { [due]: { $gt: EPOCH } } });
  }

  // For the tasks of a batch, the retries of a task and the tasks that use an upload; others are not indexed.
  for (const group of ['batch_id', 'retry_of', 'upload_id'] as const) {
    const isSet = { partialFilterExpression: { [group]: { $gt: '' } } };
    tasks.index({ [group]: 1, created_at: -1, _id: -1 }, isSet);
  }

  // For the turns of accounts, oldest step first.
  tasks.index(
    { turn_kinds: 1, account_id: 1, turn_since: 1 },
    { partialFilterExpression: { turn_since: { $gt: EPOCH } } },
  );

  // For the deliveries of an account, newest first, and one of them by its id.
  const sent = { partialFilterExpression: { 'delivery.created_at': { $gt: EPOCH } } };
  tasks.index({ account_id: 1, 'delivery.state': 1, 'delivery.created_at': -1, 'delivery.id': -1 }, sent);
  tasks.index({ account_id: 1, 'delivery.id': 1 }, sent);

  // For the storage recount of an account; tasks without blobs are not indexed.
  const hasBlobs = { partialFilterExpression: { stored_bytes: { $gt: 0 } } };
  tasks.index({ account_id: 1, stored_bytes: 1 }, hasBlobs);
}
