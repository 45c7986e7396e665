import { callDatabase } from './call-database';
import type { FactStore } from './fact-store';
import { ignoreDuplicate } from './ignore-duplicate';
import type { MetaCollection } from './meta-model';

const ID = 'first-account';

/** Facts about a database that are recorded once. */
export function createFactRepository(meta: MetaCollection): FactStore {
  return {
    async firstAccount() {
      const found = await callDatabase(() => meta.findOne({ _id: ID }));
      return found?.account_id && found.file ? { account_id: found.account_id, file: found.file } : null;
    },

    async recordFirstAccount(record) {
      const write = meta.updateOne({ _id: ID }, { $setOnInsert: record }, { upsert: true });
      await callDatabase(() => write).catch(ignoreDuplicate);
    },
  };
}
