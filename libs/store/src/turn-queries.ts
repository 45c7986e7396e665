import type { StepKind, Task } from '@medley/contracts';
import { trusted } from 'mongoose';
import { callDatabase } from './call-database';
import { readFields, toTask, type ReadTask } from './task-document';
import { EPOCH, type TaskModel } from './task-model';
import type { TurnStore } from './turn-store';

/** Queries of steps that await a turn; all use the partial index on `turn_kinds`, `account_id` and `turn_since`. */
export function createTurnQueries(model: TaskModel): TurnStore {
  const waiting = { turn_since: trusted({ $gt: EPOCH }) };

  async function nextAccount(kind: StepKind, after: string): Promise<string | null> {
    const filter = { turn_kinds: kind, account_id: trusted({ $gt: after }), ...waiting };
    const query = model.findOne(filter, { account_id: 1 }).sort({ account_id: 1 });
    const row = await callDatabase(() => query.lean<{ account_id: string }>().exec());
    return row?.account_id ?? null;
  }

  return {
    async turnAccounts(kind, after, limit) {
      const accounts: string[] = [];
      let last: string | null = after;
      while (accounts.length < limit) {
        last = await nextAccount(kind, last);
        if (last === null) break;
        accounts.push(last);
      }
      return accounts;
    },

    async awaitingTurn(kind, accountId, { limit, except }): Promise<Task[]> {
      const others = except.length > 0 && { _id: trusted({ $nin: [...except] }) };
      const filter = { turn_kinds: kind, account_id: accountId, ...waiting, ...others };
      const query = model.find(filter, readFields).sort({ turn_since: 1 }).limit(limit);
      return (await callDatabase(() => query.lean<ReadTask[]>().exec())).map(toTask);
    },

    async revisionsAwaiting(kind, ids) {
      const filter = { _id: trusted({ $in: [...ids] }), turn_kinds: kind };
      const query = model.find(filter, { rev: 1 });
      const rows = await callDatabase(() => query.lean<{ _id: string; rev: number }[]>().exec());
      return new Map(rows.map(({ _id, rev }) => [_id, rev]));
    },

    countAwaitingTurn: (kind, atMost) =>
      callDatabase(() => model.countDocuments({ turn_kinds: kind, ...waiting }, { limit: atMost }).exec()),
  };
}
