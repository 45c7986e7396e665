import { isGivenOut, type Task, type TaskStep } from '@medley/contracts';
import type { TaskTransition } from './task-transition';

/**
 * Remove the outputs that the task does not give out and that no step needs any longer: all steps below theirs have ended.
 * Returns the ids of their steps, whose blobs are deleted after the write.
 */
export function purgeHiddenOutputs(transition: TaskTransition): string[] {
  const { task } = transition;
  if (!task.outputs) return [];
  const purged = task.steps.filter(
    (step) => !isGivenOut(task, step.id) && hasData(step) && !isNeeded(task, step),
  );
  for (const step of purged)
    transition.setStep(step, { output: null, text: null, media: null, mapping: null });
  return purged.map(({ id }) => id);
}

function hasData({ output, text, media, mapping }: TaskStep): boolean {
  return [output, text, media, mapping].some((part) => part !== null);
}

/** Whether a step below may still read the result: any descendant may take its media or its mapping. */
function isNeeded(task: Task, step: TaskStep): boolean {
  if (!hasEnded(step)) return true;
  const below = new Set([step.id]);
  // The order of steps is the client's, so a child may stand before its parent.
  for (let before = 0; before < below.size;) {
    before = below.size;
    for (const { id, depends_on } of task.steps)
      if (depends_on.some((parent) => below.has(parent))) below.add(id);
  }
  return task.steps.some((one) => one.id !== step.id && below.has(one.id) && !hasEnded(one));
}

function hasEnded({ status }: TaskStep): boolean {
  return status === 'completed' || status === 'failed' || status === 'skipped';
}
