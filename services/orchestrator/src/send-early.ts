import { inputParts, joinsUnits, type Task } from '@medley/contracts';
import type { Decision } from '@medley/state-machine';
import { sendSteps } from './apply-decision';
import type { OrchestratorContext } from './orchestrator-context';

/** Steps whose messages are published while the write that queues them is under way. */
export interface EarlySteps {
  ids: readonly string[];
  /** Never rejects. */
  sent: Promise<void>;
}

const none: EarlySteps = { ids: [], sent: Promise.resolve() };

/**
 * Publish the short text steps that become ready, before their task is stored, so that a hop takes the longer of the two and
 * not their sum. They cost nothing upstream: when the write fails or loses a race, one may have run in vain or runs again.
 */
export function sendEarly(context: OrchestratorContext, before: Task, { task, run }: Decision): EarlySteps {
  // A failed write evicts the task, so that the retries of its trigger send nothing before they have stored it.
  if (run.length === 0 || context.cache.get(before.id) !== before) return none;
  const waited = new Set(before.steps.filter(({ status }) => status === 'waiting').map(({ id }) => id));
  const ids = run.filter((stepId) => waited.has(stepId) && isShort(task, stepId));
  return ids.length === 0 ? none : { ids, sent: sendSteps(context, task, ids) };
}

function isShort(task: Task, stepId: string): boolean {
  const step = task.steps.find(({ id }) => id === stepId);
  if (!step || !joinsUnits(step.name)) return false;
  return inputParts(task, step)?.texts?.every((text) => 'inline' in text) ?? false;
}
