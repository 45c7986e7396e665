/** A file of a client in the blob store. */
export interface Upload {
  id: string;
  account_id: string;
  /** `receiving` until all of it is stored, `deleting` until its blobs are gone. */
  state: 'receiving' | 'complete' | 'deleting';
  /** Bytes; of an upload that is being received those it announced, 0 when unknown. */
  bytes: number;
  /** Bytes received so far of an upload that resumes. */
  offset: number;
  content_type: string | null;
  filename: string | null;
  /** SHA-256, hex. */
  sha256: string | null;
  /** Whether a task has used it; it is then deleted with the last task that uses it. */
  is_used: boolean;
  created_at: Date;
  /** When it is deleted, or of a used one when it is next checked whether a task still uses it. */
  expires_at: Date;
}

/** The properties of a stored file. */
type StoredUpload = Pick<Upload, 'bytes' | 'content_type' | 'sha256'>;

export interface UploadStore {
  /** Store the record before the first byte, so that no blob is without one. */
  insert(upload: Upload): Promise<void>;
  find(id: string): Promise<Upload | null>;
  /** Advance the offset of an upload that resumes; false when it is no longer at `from`. */
  advance(id: string, from: number, to: number): Promise<boolean>;
  /** All of it is stored; false when the record is gone. */
  complete(id: string, stored: StoredUpload, expiresAt: Date): Promise<Upload | null>;
  /** Keep a complete upload of this account for a task that is created now; false when there is none. */
  use(id: string, accountId: string): Promise<boolean>;
  /** Refuse further use of an upload, whose blobs the caller deletes before `forget`; false when there is none. */
  beginDeletion(id: string, accountId: string): Promise<boolean>;
  /**
   * Begin the deletion of at most `limit` uploads that expired and that no task uses, and postpone the check of those in
   * use. Returns the ids of the former, and whether more may be due. Repeats deletions that were begun and not finished.
   */
  expire(limit: number): Promise<{ expired: string[]; more: boolean }>;
  /** Delete the records. */
  forget(ids: readonly string[]): Promise<void>;
  /** Of an account, for its erasure. */
  idsOf(accountId: string, limit: number): Promise<string[]>;
}
