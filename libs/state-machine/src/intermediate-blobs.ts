import { joinedPrefix, stepPrefix } from '@medley/blobs';
import { INLINE_BYTES_MAX, isGivenOut, stepCatalogue, type Task, type TaskStep } from '@medley/contracts';

/**
 * Prefixes of blobs that nobody needs once the task has ended: sources (a retry of a failed task needs them), joined inputs,
 * files of failed attempts.
 */
export function intermediatePrefixes(task: Task): string[] {
  const steps = task.steps.flatMap((step) => intermediatePrefixesOfStep(task, step));
  return mayHaveJoinedInputs(task) ? [...steps, joinedPrefix(task.id)] : steps;
}

/** Whether the output of a step serves only as input of other steps and cannot be downloaded. */
export function isSource({ name }: Pick<TaskStep, 'name'>): boolean {
  return stepCatalogue[name].category === 'source';
}

function intermediatePrefixesOfStep(task: Task, step: TaskStep): string[] {
  if (step.attempt === 0) return [];
  const isUsedUp = isSource(step) && task.status === 'completed';
  if (isUsedUp || step.status !== 'completed' || !isGivenOut(task, step.id))
    return [stepPrefix(task.id, step.id)];
  return Array.from({ length: step.attempt - 1 }, (_, before) => stepPrefix(task.id, step.id, before + 1));
}

function mayHaveJoinedInputs({ input, steps }: Task): boolean {
  const isLong = Buffer.byteLength(input?.text ?? '') > INLINE_BYTES_MAX;
  return isLong || steps.some(({ depends_on }) => depends_on.length > 1);
}
