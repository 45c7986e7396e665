import type { StepKind } from '@medley/contracts';
import { callDatabase } from './call-database';
import { readTasks } from './read-tasks';
import { EPOCH } from './task-indexes';
import type { TaskCollection } from './task-model';
import type { TurnStore } from './turn-store';

/** Queries of steps that await a turn; all use the partial index on `turn_kinds`, `account_id` and `turn_since`. */
export function createTurnQueries(tasks: TaskCollection): TurnStore {
  const waiting = { turn_since: { $gt: EPOCH } };

  async function nextAccount(kind: StepKind, after: string): Promise<string | null> {
    const filter = { turn_kinds: kind, account_id: { $gt: after }, ...waiting };
    const options = { projection: { account_id: 1 }, sort: { account_id: 1 } } as const;
    const row = await callDatabase(() => tasks.findOne<{ account_id: string }>(filter, options));
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

    awaitingTurn(kind, accountId, { limit, except }) {
      const others = except.length > 0 && { _id: { $nin: [...except] } };
      const filter = { turn_kinds: kind, account_id: accountId, ...waiting, ...others };
      return readTasks(tasks, filter, { sort: { turn_since: 1 }, limit });
    },

    async revisionsAwaiting(kind, ids) {
      const filter = { _id: { $in: [...ids] }, turn_kinds: kind };
      const options = { projection: { rev: 1 } } as const;
      const rows = await callDatabase(() =>
        tasks.find<{ _id: string; rev: number }>(filter, options).toArray(),
      );
      return new Map(rows.map(({ _id, rev }) => [_id, rev]));
    },

    countAwaitingTurn: (kind, atMost) =>
      callDatabase(() => tasks.countDocuments({ turn_kinds: kind, ...waiting }, { limit: atMost })),
  };
}
