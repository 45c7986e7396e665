import { joinsUnits, type StepKind } from '@medley/contracts';
import type { TaskChanges } from '@medley/store';
import type { Running } from './step-transitions';
import type { TaskTransition } from './task-transition';

/** Dispatch the first steps of a new task; those that must await a turn are stored as such. False when nothing follows. */
export function submit(transition: TaskTransition, { run, mustAwaitTurn }: Running): boolean {
  let isHeld = false;
  for (const step of transition.task.steps) {
    if (step.status !== 'queued' || step.attempt !== 1 || step.awaits_turn) continue;
    if (mustAwaitTurn?.(step.name)) {
      transition.setStep(step, { awaits_turn: true });
      isHeld = true;
    } else run.add(step.id);
  }
  return isHeld || run.size > 0;
}

/**
 * Dispatch the steps of this kind that await the turn of their account. A short text step costs nothing but a moment, so its
 * first turn is only the message: nothing is stored until a worker reports.
 */
export function giveTurn(
  transition: TaskTransition,
  { kind, isRepeated }: { kind: StepKind; isRepeated: boolean },
  { run }: Running,
): boolean {
  const steps = transition.task.steps.filter(
    ({ status, name, awaits_turn }) => status === 'queued' && name === kind && awaits_turn,
  );
  for (const step of steps) {
    if (isRepeated || !joinsUnits(kind)) {
      const resent = isRepeated ? step.resent + 1 : step.resent;
      transition.setStep(step, { awaits_turn: false, queued_at: transition.now, resent });
    }
    run.add(step.id);
  }
  return steps.length > 0;
}

/** The fields by which tasks with such steps are found, if they change. */
export function turnFields({
  task,
  now,
}: TaskTransition): Pick<NonNullable<TaskChanges['set']>, 'turn_kinds' | 'turn_since'> {
  const steps = task.steps.filter(({ status, awaits_turn }) => status === 'queued' && awaits_turn);
  const kinds = [...new Set(steps.map(({ name }) => name))];
  const before = task.turn_kinds ?? [];
  if (kinds.length === before.length && kinds.every((kind) => before.includes(kind))) return {};
  if (kinds.length === 0) return { turn_kinds: null, turn_since: null };
  return { turn_kinds: kinds, turn_since: task.turn_since ?? now };
}
