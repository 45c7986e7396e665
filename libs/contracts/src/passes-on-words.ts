import { isGivenOut } from './given-outputs';
import { runOptions } from './step-input';
import type { Task, TaskStep } from './task';

/**
 * Whether readers of the task's events may see the words of a step before it has ended: those of a free-text answer that
 * is given out, and not of one whose placeholders are replaced below it.
 */
export function passesOnWords(task: Task, step: TaskStep): boolean {
  if (step.name !== 'llm' || !isGivenOut(task, step.id)) return false;
  const options = JSON.parse(runOptions(task, step)) as { response_schema?: unknown };
  return options.response_schema === undefined && !isRestoredBelow(task.steps, step.id);
}

function isRestoredBelow(steps: readonly TaskStep[], id: string): boolean {
  const below = new Set([id]);
  // The order of steps is the client's, so a child may stand before its parent.
  for (let before = 0; before < below.size;) {
    before = below.size;
    for (const step of steps) if (step.depends_on.some((parent) => below.has(parent))) below.add(step.id);
  }
  return steps.some((step) => step.name === 'restore' && below.has(step.id));
}
