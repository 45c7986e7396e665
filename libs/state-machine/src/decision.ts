import type { Task } from '@medley/contracts';
import type { TaskChanges } from '@medley/store';

/** The result of a trigger: the changes to store, then the messages and side effects that follow from them. */
export interface Decision {
  /** Null: nothing to store. */
  changes: TaskChanges | null;
  /** The task after the write. */
  task: Task;
  /** Steps whose `step.run` goes out now. */
  run: string[];
  /** Request `cost.wanted` from the account. */
  reserve: boolean;
  /** Signal the workers to cancel all steps of the task. */
  stop: boolean;
  /** This transition ended the task. */
  ended: boolean;
  /** Charge the account and release the rest of the reservation. */
  settle: boolean;
  /** Delete the blobs of these steps: hidden outputs that no step needs any longer. */
  deleteSteps: string[];
  /** Delete all blobs of the task. */
  deleteBlobs: boolean;
}
