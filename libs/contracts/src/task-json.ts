import type { Delivery, DeliveryAttempt, StepAttempt, Task, TaskEvent, TaskStep } from './task';

type DateField<T> = { [K in keyof T]-?: Date extends T[K] ? K : never }[keyof T];

/** Every field of a task and its parts that holds a time; no key of these documents is chosen by a client. */
const dateFields: Record<
  | DateField<Task>
  | DateField<TaskStep>
  | DateField<StepAttempt>
  | DateField<TaskEvent>
  | DateField<Delivery>
  | DateField<DeliveryAttempt>,
  true
> = {
  alive_at: true,
  at: true,
  cancel_requested_at: true,
  completed_at: true,
  created_at: true,
  deadline_at: true,
  delete_requested_at: true,
  ended_at: true,
  expires_at: true,
  manual_requested_at: true,
  next_attempt_at: true,
  not_before: true,
  purged_at: true,
  queued_at: true,
  started_at: true,
  turn_since: true,
  updated_at: true,
  wake_at: true,
};

/** The task of its own JSON, with its times as dates again. */
export function reviveTask(json: object): Task {
  return revive(json, '') as Task;
}

function revive(value: unknown, name: string): unknown {
  if (typeof value === 'string') return Object.hasOwn(dateFields, name) ? new Date(value) : value;
  if (Array.isArray(value)) return value.map((item) => revive(item, ''));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revive(item, key)]));
}
