import type { Payload, TaskStatus } from '@medley/contracts';

/** Collections whose documents have values sealed with the master key, in the order of a round. */
export const sealedCollections = ['accounts', 'idempotency', 'tasks'] as const;
type SealedCollection = (typeof sealedCollections)[number];

/**
 * How far a rotation of the master key has come. A round looks at every document that may have sealed values; the rotation ends
 * with a round that found nothing to do.
 */
export interface RotationProgress {
  begun_at: Date;
  ended_at: Date | null;
  /** 1, 2, 3 … */
  round: number;
  collection: SealedCollection;
  /** Id of the last document that was looked at; empty at the beginning of a collection. */
  after: string;
  /** Documents that this round has looked at. */
  examined: number;
  /** What this round has found to do: documents sealed again, and those that cannot be yet. */
  open: number;
  /** Documents sealed again in all rounds. */
  resealed: number;
  /** Documents of this round with a value that neither key opens. */
  unreadable: number;
}

export interface MasterKeyState {
  /** Fingerprint of the key of the database. */
  fingerprint: string;
  /** Of the key that seals during a rotation; null: none is under way. */
  next: string | null;
  /** Of the key before the last rotation; null: there was none. */
  previous: string | null;
  rotation: RotationProgress | null;
}

/** Ended part of a collection after a batch; `after` null: it has no further documents. */
export interface ResealBatch {
  after: string | null;
  examined: number;
  resealed: number;
  /** Documents that another write has changed meanwhile. */
  left: number;
  unreadable: number;
}

/** The sealed values of a task, and what decides whether they may be sealed again. */
export interface SealedTask {
  id: string;
  account_id: string;
  status: TaskStatus;
  created_at: Date;
  source_headers: string | null;
  webhook_headers: string | null;
  delivery_headers: string | null;
  mappings: Payload[];
}

/** The master key of the database, as a fact in it, and its rotation. Of several processes that write at once one succeeds. */
export interface MasterKeyStore {
  /** As it was read last, at most some seconds ago. */
  readonly known: MasterKeyState;
  /** Null when this process has the keys it needs, else the reason for the operator. */
  readonly fault: string | null;
  /** True: `MASTER_KEY_PREVIOUS` is set, and nothing is sealed with it. */
  readonly isPreviousSpare: boolean;
  read(): Promise<MasterKeyState>;
  /** Begin the rotation to the key of `MASTER_KEY`: from now on every process seals with it. */
  beginRotation(): Promise<boolean>;
  /** Store progress, if it is still the one that it was made from. */
  saveProgress(from: RotationProgress, to: RotationProgress): Promise<boolean>;
  /** The same, and end the rotation: the database has the new key only. */
  endRotation(from: RotationProgress): Promise<boolean>;
  resealAccounts(after: string): Promise<ResealBatch>;
  resealReplays(after: string): Promise<ResealBatch>;
  /** The next tasks by id; an empty page: there are no more. */
  sealedTasks(after: string): Promise<SealedTask[]>;
}
