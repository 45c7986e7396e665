import { joinedPrefix, stepPrefix } from '@medley/blobs';
import { INLINE_BYTES_MAX, stepCatalogue, type Task, type TaskStep } from '@medley/contracts';

/** Prefixes of blobs that nobody can ask for once the task has ended: sources, joined inputs, what failed attempts left. */
export function wasteOf(task: Task): string[] {
  const steps = task.steps.flatMap((step) => wasteOfStep(task.id, step));
  return mayHaveJoined(task) ? [...steps, joinedPrefix(task.id)] : steps;
}

/** Whether a step gives only what steps below work on, and nothing a client can download. */
export function isSource({ name }: Pick<TaskStep, 'name'>): boolean {
  return stepCatalogue[name].category === 'source';
}

function wasteOfStep(taskId: string, step: TaskStep): string[] {
  if (step.attempt === 0) return [];
  if (isSource(step) || step.status !== 'completed') return [stepPrefix(taskId, step.id)];
  return Array.from({ length: step.attempt - 1 }, (_, before) => stepPrefix(taskId, step.id, before + 1));
}

function mayHaveJoined({ input, steps }: Task): boolean {
  const isLong = Buffer.byteLength(input?.text ?? '') > INLINE_BYTES_MAX;
  return isLong || steps.some(({ depends_on }) => depends_on.length > 1);
}
