export const taskStatuses = ['pending', 'completed', 'failed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const stepStatuses = ['waiting', 'queued', 'running', 'completed', 'failed', 'skipped'] as const;
export type StepStatus = (typeof stepStatuses)[number];

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Where a step may go from where it is. `queued → queued` is a retry or a repeated wake-up; `waiting → failed` when
 * there is no money for it. */
export const stepMoves: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  waiting: ['queued', 'failed', 'skipped'],
  queued: ['queued', 'running', 'completed', 'failed', 'skipped'],
  running: ['queued', 'running', 'completed', 'failed', 'skipped'],
  completed: [],
  failed: [],
  skipped: [],
};

/** Where a task may go from where it is: an end is an end. */
export const taskMoves: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: ['pending', 'completed', 'failed'],
  completed: [],
  failed: [],
};
