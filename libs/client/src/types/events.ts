import type { Metadata } from './metadata';
import type { StepName } from './steps';
import type { CompletedTask, FailedTask, StepStatus, Task, TaskStatus, TaskStep } from './task';

interface EventHead {
  task_id: string;
  timestamp: string;
}

export interface SnapshotData extends EventHead {
  status: TaskStatus;
  progress: number;
  steps: TaskStep[];
  task: Task;
}

export interface StepEventData extends EventHead {
  /** Id of the step. */
  step: string;
  name?: StepName;
  status: StepStatus;
  attempt: number;
  /** Progress of the step, 0..1. */
  progress?: number;
  /** `CODE: sentence`; only after a failure. */
  error?: string;
}

/** Words of an `llm` step as they come. Some may be lost, so only the output of the task is the answer. */
export interface DeltaData extends EventHead {
  /** Id of the step. */
  step: string;
  attempt: number;
  /** Counts the answers that the attempt has begun: with a new attempt or answer the text begins anew. */
  answer: number;
  /** UTF-16 code units of the answer before `text`; more than were received: some were lost. */
  offset: number;
  text: string;
}

/** The last event; `task` is the same as in the webhook. */
export interface EndData<EndedTask extends CompletedTask | FailedTask> extends EventHead {
  status: EndedTask['status'];
  progress: number;
  task: EndedTask;
}

export type StepEventType =
  'step.queued' | 'step.started' | 'step.progress' | 'step.completed' | 'step.failed' | 'step.retrying';

interface Event<Name extends string, Data> {
  event: Name;
  /** The same, by its former name. */
  type: Name;
  id: number;
  data: Data;
}

/** One event of a task. `id` increases; the last event is `task.completed` or `task.failed`. */
export type TaskEvent =
  | Event<'task.snapshot', SnapshotData>
  | Event<StepEventType, StepEventData>
  | Event<'step.delta', DeltaData>
  | Event<'task.completed', EndData<CompletedTask>>
  | Event<'task.failed', EndData<FailedTask>>;

export interface CreatedData extends EventHead {
  status: 'pending';
  progress: 0;
  steps: { id: string; name: StepName; depends_on: string[] }[];
  webhook_url: string | null;
  metadata: Metadata[];
}

export type AccountEventType =
  'task.created' | Exclude<StepEventType, 'step.progress'> | 'task.completed' | 'task.failed';

interface OfAccount<Name extends AccountEventType, Data> {
  event: Name;
  /** A position as text. */
  id: string;
  data: Data;
}

/** One event of any task of the account. */
export type AccountEvent =
  | OfAccount<'task.created', CreatedData>
  | OfAccount<Exclude<StepEventType, 'step.progress'>, StepEventData>
  | OfAccount<'task.completed', EndData<CompletedTask>>
  | OfAccount<'task.failed', EndData<FailedTask>>;
