import { callDatabase } from './call-database';
import { ignoreDuplicate } from './check-master-key';
import type { MetaCollection } from './meta-model';

/** The account that `npm start` has made in its own database, and the file of DATA_DIR with its key. */
interface FirstAccountRecord {
  account_id: string;
  file: string;
}

export interface FactStore {
  /** Null until one is recorded. */
  firstAccount(): Promise<FirstAccountRecord | null>;
  /** Once for each database; a later record changes nothing. */
  recordFirstAccount(record: FirstAccountRecord): Promise<void>;
}

const ID = 'first-account';

/** Facts about a database that are recorded once. */
export function createFactStore(meta: MetaCollection): FactStore {
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
