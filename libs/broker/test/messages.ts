import type { StepFinished, StepKind, StepRun } from '@medley/contracts';

export const stepRun = (kind: StepKind, taskId = 'task'): StepRun => ({
  task_id: taskId,
  step_id: 'step',
  kind,
  attempt: 2,
  input: { text: { inline: 'Привет' } },
  options: '{}',
  deadline_at: '2030-01-01T00:00:00.000Z',
});

export const stepFinished = (taskId = 'task'): StepFinished => ({
  task_id: taskId,
  step_id: 'step',
  attempt: 2,
  elapsed_ms: 12,
  outcome: 'failed',
  error: { code: 'STEP_CRASHED', message: 'it broke', retryable: true },
});
