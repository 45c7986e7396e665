import type {
  DurableEventType,
  StepDeltaSignal,
  StepProgressSignal,
  StepStatus,
  Task,
  TaskEvent,
} from '@medley/contracts';
import type { TaskView } from '@medley/task-view';

/** The status of a step at the time of each event; the current status of the task may already be a later one. */
const statusAfter: Readonly<Partial<Record<DurableEventType, StepStatus>>> = {
  'step.queued': 'queued',
  'step.started': 'running',
  'step.completed': 'completed',
  'step.failed': 'failed',
  'step.retrying': 'queued',
};

/** `data:` of the first event: the complete task as returned by `GET /tasks/{id}`. */
export async function snapshotData(view: TaskView, task: Task, now: Date): Promise<object> {
  const shown = await view.taskView(task, now);
  return {
    task_id: task.id,
    timestamp: now.toISOString(),
    status: task.status,
    progress: task.progress,
    steps: shown.steps,
    task: shown,
  };
}

/** `data:` of a durable event. */
export async function eventData(
  view: TaskView,
  { task, event, now }: { task: Task; event: TaskEvent; now: Date },
): Promise<object> {
  const head = { task_id: task.id, timestamp: event.at.toISOString() };
  if (event.step_id === null) {
    return {
      ...head,
      status: task.status,
      progress: task.progress,
      task: await view.terminalTask(task, now),
    };
  }
  const step = task.steps.find((one) => one.id === event.step_id);
  const isFailure = event.type === 'step.failed' || event.type === 'step.retrying';
  const error = isFailure && step?.error ? `${step.error.code}: ${step.error.message}` : undefined;
  return {
    ...head,
    step: event.step_id,
    name: step?.name,
    status: statusAfter[event.type],
    attempt: event.attempt,
    ...(event.type === 'step.completed' ? { progress: 1 } : {}),
    ...(error === undefined ? {} : { error }),
  };
}

/** `data:` of a progress event, which is sent but not stored. */
export function progressData(signal: StepProgressSignal, now: Date): object {
  const { task_id, step_id, attempt, progress } = signal;
  return { task_id, timestamp: now.toISOString(), step: step_id, status: 'running', attempt, progress };
}

/** `data:` of words of an answer, which are sent but not stored. */
export function deltaData(signal: StepDeltaSignal, now: Date): object {
  const { task_id, step_id, attempt, answer, offset, text } = signal;
  return { task_id, timestamp: now.toISOString(), step: step_id, attempt, answer, offset, text };
}
