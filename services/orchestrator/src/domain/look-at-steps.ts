import type { StepKind, TaskStep } from '@medley/contracts';
import type { Move } from './move';
import { failAttempt, queueStep } from './move-step';
import type { Rules } from './rules';

/** Send the attempts whose pause is over. */
export function retryDue(move: Move, run: Set<string>): void {
  for (const step of move.task.steps) {
    if (step.status === 'queued' && step.not_before && step.not_before <= move.now)
      queueStep(move, step, run);
  }
}

/**
 * Look after steps nobody has heard of. A running one that stopped beating is lost. A queued one is sent again, but only
 * when its queue is empty: a message that still waits there is merely waiting its turn.
 */
export function resendSilent(
  move: Move,
  { idle, rules, run }: { idle: ReadonlySet<StepKind>; rules: Rules; run: Set<string> },
): void {
  for (const { id } of move.task.steps) {
    if (move.task.status !== 'pending') return;
    const step = move.task.steps.find((one) => one.id === id);
    if (step?.status === 'running' && isLost(step, move.now, rules)) {
      const error = { code: 'WORKER_LOST', message: 'the worker of this step went silent', retryable: true };
      failAttempt(move, step, { error, rules });
    } else if (
      step?.status === 'queued' &&
      step.not_before === null &&
      isDue(step, move.now, rules) &&
      idle.has(step.name)
    ) {
      move.setStep(step, { resent: step.resent + 1 });
      queueStep(move, step, run);
    }
  }
}

function isLost(step: TaskStep, now: Date, rules: Rules): boolean {
  return step.alive_at !== null && now.getTime() - step.alive_at.getTime() >= rules.silenceMs;
}

function isDue(step: TaskStep, now: Date, rules: Rules): boolean {
  return step.queued_at === null || now.getTime() - step.queued_at.getTime() >= lookAfterMs(step, rules);
}

/** How long a queued step may stay unheard of: longer each time it was sent in vain. */
export function lookAfterMs(step: TaskStep, rules: Rules): number {
  return Math.min(rules.silenceMs, rules.firstLookMs * 4 ** step.resent);
}
