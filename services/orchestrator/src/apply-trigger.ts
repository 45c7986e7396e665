import type { Task } from '@medley/contracts';
import { messageOf, taskLogFields } from '@medley/kit';
import { withinTrace } from '@medley/tracing';
import { decide, type Decision, type DecisionContext, type TaskTrigger } from '@medley/state-machine';
import { applyDecision } from './apply-decision';
import { sendEarly, type EarlySteps } from './send-early';
import type { AppliedTriggers, OrchestratorContext } from './orchestrator-context';

/** Concurrent writes may win a few times; beyond this many it is a fault, and the message is requeued. */
const RACES_MAX = 50;

/**
 * Apply a trigger to a task: decide, store the changes guarded by `rev`, publish what follows. Triggers of a task that come
 * while it is being changed are joined in the next write. When a write of another process wins, the task is loaded and decided
 * again. Resolves when everything is stored and sent, so that the caller may ack, with the task as it is then; null: unknown.
 * `known` is the task's id, or the task when it has just been read.
 */
export async function applyTrigger(
  context: OrchestratorContext,
  known: string | Task,
  trigger: TaskTrigger,
): Promise<Task | null> {
  const taskId = typeof known === 'string' ? known : known.id;
  const { task, effects } = await context.joiner.join(taskId, { known, trigger }, (entries) => {
    const triggers = entries.map((entry) => entry.trigger);
    return applyTriggers(context, entries[0]?.known ?? known, triggers);
  });
  await effects;
  return task;
}

async function applyTriggers(
  context: OrchestratorContext,
  known: string | Task,
  triggers: readonly TaskTrigger[],
): Promise<AppliedTriggers> {
  const taskId = typeof known === 'string' ? known : known.id;
  const cached = typeof known === 'string' ? context.cache.get(known) : known;
  // It changes nothing by itself; a request of the client since has a message of its own, and the timer.
  if (cached && triggers.every(({ type }) => type === 'sent')) {
    noteSent(context, cached);
    return { task: cached };
  }
  const after = cached && (await applyInTrace(context, cached, triggers));
  if (after) return after;
  for (let race = 0; race < RACES_MAX; race += 1) {
    const task = await context.stores.tasks.find(taskId);
    if (!task) {
      context.logger.debug('a message names an unknown task', { task_id: taskId });
      return { task: null };
    }
    if (triggers.some(({ type }) => type === 'sent')) noteSent(context, task);
    if (!decide(task, triggers, decisionContext(context, task))) return { task };
    const changed = await applyInTrace(context, task, triggers);
    if (changed) return changed;
  }
  throw new Error(`task ${taskId} was changed concurrently ${RACES_MAX} times in a row`);
}

/** The gateway has published the first steps: the reports of their workers follow soon. */
export function noteSent(context: OrchestratorContext, task: Task): void {
  context.cache.set(task);
  for (const step of task.steps) if (step.status === 'queued') context.turns.published(task, step);
}

/** The stored trace context outlives restarts and the timer; the writes and messages of a task are parts of its trace. */
function applyInTrace(
  context: OrchestratorContext,
  task: Task,
  triggers: readonly TaskTrigger[],
): Promise<AppliedTriggers | null> {
  return withinTrace(task.traceparent, () => tryApply(context, task, triggers));
}

/** Null when this state of the task is stale or the triggers change nothing. */
async function tryApply(
  context: OrchestratorContext,
  task: Task,
  triggers: readonly TaskTrigger[],
): Promise<AppliedTriggers | null> {
  const decision = decide(task, triggers, decisionContext(context, task));
  if (!decision) return null;
  for (const trigger of triggers) if ('report' in trigger) context.progress.record(task, trigger.report);
  let after = task;
  const early = sendEarly(context, task, decision);
  if (decision.changes) {
    after = { ...decision.task, rev: task.rev + 1 };
    const changes = { ...decision.changes, accountId: task.account_id };
    // After a failed write the task must be read.
    context.cache.delete(task.id);
    if (!(await context.stores.tasks.update(task.id, task.rev, changes))) {
      context.metrics.raced();
      return null;
    }
    context.metrics.changed(task, after);
  }
  context.cache.set(after);
  for (const step of after.steps) if (decision.run.includes(step.id)) context.turns.published(after, step);
  context.turns.changed(after);
  return { task: after, effects: applyEffects(context, { ...decision, task: after }, early) };
}

async function applyEffects(
  context: OrchestratorContext,
  decision: Decision,
  early: EarlySteps,
): Promise<void> {
  const run = decision.run.filter((stepId) => !early.ids.includes(stepId));
  await applyDecision(context, { ...decision, run });
  await early.sent;
  if (decision.reserve) await extendReservation(context, decision.task);
}

/** Extend the reservation by `cost.wanted` and apply the reply to the task; after a failure the task timer repeats the request. */
async function extendReservation(context: OrchestratorContext, task: Task): Promise<void> {
  const { id, account_id, cost } = task;
  const index = cost.extensions.length + 1;
  try {
    const extension = { account_id, task_id: id, index, units: cost.wanted ?? 0 };
    const granted = await context.stores.accounts.extend(extension);
    await applyTrigger(context, id, { type: 'reserved', index, granted });
  } catch (error) {
    context.logger.warn('a reservation failed, the task timer repeats it', {
      ...taskLogFields(task),
      error: messageOf(error),
    });
  }
}

function decisionContext(
  { stores, rules, turns, hearing }: OrchestratorContext,
  { account_id }: Task,
): DecisionContext {
  const now = stores.now();
  return {
    ...{ now, rules },
    heardSince: new Date(now.getTime() - hearing.durationMs),
    mustAwaitTurn: (kind) => turns.mustAwaitTurn(kind, account_id),
  };
}
