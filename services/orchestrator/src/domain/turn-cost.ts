import { charactersOf, type StepKind, type Task } from '@medley/contracts';
import { inputParts } from './step-input';

const CHARACTERS_PER_UNIT = 4_000;
const SECONDS_PER_UNIT = 60;

/** What the steps of a task that await a turn for this kind cost in it, by the size of their inputs. */
export function turnCost(task: Task, kind: StepKind): number {
  const steps = task.steps.filter(
    (step) => step.awaits_turn && step.status === 'queued' && step.name === kind,
  );
  return steps.reduce((sum, step) => {
    const parts = inputParts(task, step);
    const characters = (parts?.texts ?? []).reduce((total, text) => total + charactersOf(text), 0);
    const seconds = parts?.media?.duration ?? 0;
    return sum + 1 + Math.floor(characters / CHARACTERS_PER_UNIT) + Math.floor(seconds / SECONDS_PER_UNIT);
  }, 0);
}
