import {
  inlineCharacters,
  inputParts,
  joinsUnits,
  stepRun,
  type StepRun,
  type Task,
  type TaskStep,
} from '@medley/contracts';
import { followingSteps, type Rules } from '@medley/state-machine';

/** What a worker is offered: all steps of a task as one unit, and the room that it takes. */
export interface EagerUnit {
  run: StepRun;
  /** UTF-16 code units of texts and options, for each step. */
  units: number;
}

interface EagerContext {
  rules: Rules;
  now: Date;
  unitsMax: number;
}

/**
 * The steps of a new task that can run before it is stored: a chain of short text steps that cost nothing upstream, as
 * they may have run in vain. Null for every other task.
 */
export function eagerUnit(task: Task, { rules, now, unitsMax }: EagerContext): EagerUnit | null {
  const units = inlineCharacters(task);
  if (units > unitsMax || task.status !== 'pending' || task.steps.some(hasPatterns)) return null;
  const [step, ...others] = task.steps.filter(({ status }) => status === 'queued');
  if (!step || others.length > 0 || !joinsUnits(step.name)) return null;
  const { texts, ...rest } = inputParts(task, step) ?? {};
  const [text, ...further] = texts ?? [];
  if (!text || further.length > 0 || !('inline' in text)) return null;
  const following = followingSteps(task, step, rules);
  if (following.length !== task.steps.length - 1) return null;
  const run = stepRun(task, step, { input: { ...rest, text }, sentAt: now, following });
  return { run, units: units * task.steps.length };
}

/** Patterns of the caller may be slow: they wait for a thread of the worker. */
function hasPatterns({ options }: TaskStep): boolean {
  return 'patterns' in (JSON.parse(options) as object);
}
