import { charactersOf, type StepKind, type Task, type TaskStep, inputParts } from '@medley/contracts';

const CHARACTERS_PER_UNIT = 4_000;
const SECONDS_PER_UNIT = 60;

/** What a step costs in a turn, by the size of its input. */
export function stepCost(task: Task, step: TaskStep): number {
  const parts = inputParts(task, step);
  const characters = (parts?.texts ?? []).reduce((total, text) => total + charactersOf(text), 0);
  const seconds = parts?.media?.duration ?? 0;
  return 1 + Math.floor(characters / CHARACTERS_PER_UNIT) + Math.floor(seconds / SECONDS_PER_UNIT);
}

/** The sum over the steps of a task that await a turn for this kind. */
export function turnCost(task: Task, kind: StepKind): number {
  return task.steps
    .filter((step) => step.awaits_turn && step.status === 'queued' && step.name === kind)
    .reduce((sum, step) => sum + stepCost(task, step), 0);
}
