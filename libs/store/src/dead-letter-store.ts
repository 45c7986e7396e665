/** A message that could not be handled, without its content. Those of one step are one letter. */
export interface StoredLetter {
  id: string;
  /** `rejected`, `delivery_limit`, `expired` or `maxlen`. */
  reason: string;
  queue: string;
  /** The name of the message; null: it could not be read. */
  message: string | null;
  task_id: string | null;
  step_id: string | null;
  /** How often it happened. */
  count: number;
  first_at: Date;
  last_at: Date;
  /** When an operator asked for another try that is not done yet. */
  retry_at: Date | null;
  /** Why the last retry failed. */
  retry_error: string | null;
}

/** What is known of a dead letter when it arrives. */
export type NewLetter = Pick<StoredLetter, 'reason' | 'queue' | 'message' | 'task_id' | 'step_id'>;

/** Where a page of letters begins: after this one. */
type LetterPosition = Pick<StoredLetter, 'id' | 'last_at'>;

/** Dead letters for the operator, a bounded number of them. */
export interface DeadLetterStore {
  record(letter: NewLetter): Promise<void>;
  /** Newest first, after this position. */
  list(after: LetterPosition | null, limit: number): Promise<StoredLetter[]>;
  count(): Promise<number>;
  /** Ask for another try, of one letter or of all that name a task; returns of how many. */
  requestRetry(which: { id: string } | 'all'): Promise<number>;
  /** Take the retry that was asked for longest ago; nobody else takes it for a minute. Null: none. */
  takeRetry(): Promise<StoredLetter | null>;
  /** The retry failed: the letter stays, with the reason. */
  failRetry(id: string, reason: string): Promise<void>;
  /** Forget one letter; returns whether there was one. */
  drop(id: string): Promise<boolean>;
  /** Forget all letters of a task. */
  dropOfTask(taskId: string): Promise<void>;
}
