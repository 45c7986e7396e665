import type { StepKind, TaskStep } from '@medley/contracts';
import type { Move } from './move';
import { failAttempt, queueStep } from './move-step';
import { resendLimits } from './resend-limits';
import type { Rules } from './rules';

/** What the clock knows of the queues when it comes by. */
export interface QueueState {
  /** Kinds whose queues hold no waiting message. */
  idle: ReadonlySet<StepKind>;
  /** By kind, when the latest step was queued that a worker has taken. */
  takenUntil: ReadonlyMap<StepKind, Date>;
}

/** Send the attempts whose pause is over. */
export function retryDue(move: Move, { rules, run }: { rules: Rules; run: Set<string> }): void {
  for (const step of move.task.steps) {
    if (move.task.status !== 'pending') return;
    if (step.status === 'queued' && step.not_before && step.not_before <= move.now)
      queueStep(move, step, { rules, run });
  }
}

/** Look after steps nobody has heard of: a running one that stopped beating is lost, a queued one may be sent again. */
export function resendSilent(
  move: Move,
  { queues, rules, run }: { queues: QueueState; rules: Rules; run: Set<string> },
): void {
  for (const { id } of move.task.steps) {
    if (move.task.status !== 'pending') return;
    const step = move.task.steps.find((one) => one.id === id);
    if (step?.status === 'running' && isLost(step, move.now, rules)) {
      const error = { code: 'WORKER_LOST', message: 'the worker of this step went silent', retryable: true };
      failAttempt(move, step, { error, rules });
    } else if (step?.status === 'queued' && isMessageLost(step, move.now, { queues, rules })) {
      move.setStep(step, { resent: step.resent + 1 });
      queueStep(move, step, { rules, run });
    }
  }
}

function isLost(step: TaskStep, now: Date, rules: Rules): boolean {
  return step.alive_at !== null && now.getTime() - step.alive_at.getTime() >= rules.silenceMs;
}

/**
 * Whether a queued step is to be sent again. When its queue is empty its message is gone. When steps queued later have
 * been taken, the queue has passed it by. Else it probably waits its turn; but whatever the queue holds, after a long
 * time it is sent again. The last two wait longer each time, without an end: a long honest queue must not fill with
 * copies, so there are few of them in the life of a task.
 */
function isMessageLost(
  step: TaskStep,
  now: Date,
  { queues, rules }: { queues: QueueState; rules: Rules },
): boolean {
  if (step.not_before !== null) return false;
  if (step.queued_at === null) return queues.idle.has(step.name);
  const queuedAt = step.queued_at.getTime();
  const silentMs = now.getTime() - queuedAt;
  if (queues.idle.has(step.name)) return silentMs >= lookAfterMs(step, rules);
  const backoff = resendLimits.backoffFactor ** step.resent;
  const takenUntil = queues.takenUntil.get(step.name)?.getTime() ?? 0;
  const isPassedBy = takenUntil - queuedAt >= resendLimits.passedByMs;
  return silentMs >= (isPassedBy ? rules.firstLookMs : resendLimits.unheardMs) * backoff;
}

/** How long a queued step may stay unheard of: longer each time it was sent in vain. */
export function lookAfterMs(step: TaskStep, rules: Rules): number {
  return Math.min(rules.silenceMs, rules.firstLookMs * resendLimits.backoffFactor ** step.resent);
}
