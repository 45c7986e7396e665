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
