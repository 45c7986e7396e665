import {
  inlineCharacters,
  inputParts,
  joinsUnits,
  stepRun,
  type StepRun,
  type Task,
} from '@medley/contracts';
import { creationTurnLimits } from './creation-turn-limits';

/**
 * The message for the only step of a new task, which a waiting client gets sooner when the gateway publishes it itself: the
 * document already says that the step is queued. Only short text steps that cost nothing upstream, as a lost or repeated message
 * does no harm to them, and they take too little of the workers to need a turn. Null: the orchestrator publishes the first steps.
 */
export function directRun(task: Task, sentAt: Date): StepRun | null {
  if (inlineCharacters(task) > creationTurnLimits.directUnitsMax) return null;
  const [step, ...others] = task.steps;
  if (!step || others.length > 0 || !joinsUnits(step.name)) return null;
  if (task.status !== 'pending' || step.status !== 'queued' || step.awaits_turn) return null;
  const { texts, ...rest } = inputParts(task, step) ?? {};
  const [text, ...further] = texts ?? [];
  if (!text || further.length > 0 || !('inline' in text)) return null;
  return stepRun(task, step, { input: { ...rest, text }, sentAt });
}
