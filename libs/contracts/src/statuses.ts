export const taskStatuses = ['pending', 'completed', 'failed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const stepStatuses = ['waiting', 'queued', 'running', 'completed', 'failed', 'skipped'] as const;
export type StepStatus = (typeof stepStatuses)[number];

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Allowed status transitions of a step. `queued → queued` is a retry or a requeued message; `waiting → failed` when the
 * balance does not cover its cost.
 */
export const stepTransitions: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  waiting: ['queued', 'failed', 'skipped'],
  queued: ['queued', 'running', 'completed', 'failed', 'skipped'],
  running: ['queued', 'running', 'completed', 'failed', 'skipped'],
  completed: [],
  failed: [],
  skipped: [],
};

/** Allowed status transitions of a task; `completed` and `failed` are final. */
export const taskTransitions: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: ['pending', 'completed', 'failed'],
  completed: [],
  failed: [],
};
