import { queueNames, type Consumer, type DeadLetter } from '@medley/broker';
import {
  signalTopics,
  type StepClaim,
  type StepFinished,
  type StepHeartbeat,
  type StepRun,
} from '@medley/contracts';
import { taskLogFields } from '@medley/kit';
import { answerClaim, findForeignBlobs, isAttemptOver } from '@medley/state-machine';
import { acceptResult } from './accept-result';
import { applyTrigger } from './apply-trigger';
import type { OrchestratorContext } from './orchestrator-context';

/** Why RabbitMQ makes a message a dead letter. */
const REASONS = ['rejected', 'delivery_limit', 'expired', 'maxlen'];

/** Consume the orchestrator's queue: each message becomes a trigger of its task. */
export function consumeMessages(context: OrchestratorContext, concurrency: number): Promise<Consumer> {
  return context.broker.consume(
    'orchestrator',
    {
      'task.submitted': async ({ task_id, is_sent = false }) => {
        await applyTrigger(context, task_id, { type: is_sent ? 'sent' : 'submitted' });
      },
      'task.requested': async ({ task_id }) => {
        await applyTrigger(context, task_id, { type: 'requested' });
      },
      'step.finished': (report) => acceptReport(context, report),
      'step.alive': (report) => acceptHeartbeat(context, report),
      'step.claim': (claim) => acceptClaim(context, claim),
    },
    { prefetch: concurrency },
  );
}

/** Stop the worker of an attempt that no longer counts: it may still spend money. */
async function acceptHeartbeat(context: OrchestratorContext, report: StepHeartbeat): Promise<void> {
  const { task_id, step_id, attempt } = report;
  const task = await applyTrigger(context, task_id, { type: 'heartbeat', report });
  if (task && !isAttemptOver(task, report)) return;
  context.broker.signal('step.cancel', signalTopics.stepCancel, { task_id, step_id, attempt });
}

async function acceptClaim(context: OrchestratorContext, claim: StepClaim): Promise<void> {
  const task = await applyTrigger(context, claim.task_id, { type: 'claimed', claim });
  const answer = answerClaim(task, claim);
  context.broker.signal('step.claimed', signalTopics.stepClaimed(claim.worker), { ...claim, answer });
}

/** Reject a forged report; the attempt stays open for the worker that holds it. */
async function acceptReport(
  context: OrchestratorContext,
  report: StepFinished,
): Promise<'reject' | undefined> {
  const count = findForeignBlobs(report).length;
  if (count === 0) {
    await acceptResult(context, report);
    return undefined;
  }
  const { task_id, step_id, attempt } = report;
  context.forgedReports.inc();
  context.logger.error('a report names files of another attempt', {
    ...taskLogFields(context.cache.get(task_id) ?? { id: task_id }),
    ...{ step_id, attempt, count },
  });
  return 'reject';
}

/** Consume dead letters: each is kept for the operator without its content, and a `step.run` fails its attempt. */
export function consumeDeadLetters(context: OrchestratorContext): Promise<Consumer> {
  return context.broker.consumeDeadLetters(async (letter) => {
    const { task_id = null, step_id = null, request_id, traceparent } = idsOf(letter);
    context.logger.error('dead letter', {
      ...(task_id === null ? {} : taskLogFields({ id: task_id, request_id, traceparent })),
      queue: letter.queue,
      reason: letter.reason,
      code: letter.name ?? 'unknown',
    });
    const { reason, queue, name: message } = letter;
    context.deadLetters.inc({ queue: bounded(queue, queueNames), reason: bounded(reason, REASONS) });
    await context.stores.deadLetters.record({ reason, queue, message, task_id, step_id });
    if (isStepRun(letter)) {
      const { task_id, step_id, attempt } = letter.body;
      await applyTrigger(context, task_id, {
        type: 'dead-lettered',
        step_id,
        attempt,
        reason: letter.reason,
      });
    }
  });
}

/** Names from the wire must not make time series without end. */
function bounded(value: string, known: readonly string[]): string {
  return known.includes(value) ? value : 'other';
}

/** Every body names its task, those about an attempt also the step. */
function idsOf({
  body,
}: DeadLetter): Partial<Pick<StepRun, 'task_id' | 'step_id' | 'request_id' | 'traceparent'>> {
  return body ?? {};
}

function isStepRun(letter: DeadLetter): letter is DeadLetter & { body: StepRun } {
  return letter.name === 'step.run' && letter.body !== null;
}
