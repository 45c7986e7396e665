import type { Balance, ListedTask, Medley, StepDescription } from '@medley/client/browser';

/** The figures of the overview. */
export interface Overview {
  inProgress: number;
  /** Tasks whose account has used up its share of the workers for now. */
  waitingTurn: number;
  completedToday: number;
  failedToday: number;
  spentToday: number;
  balance: Balance;
  failures: FailuresOfCode[];
  kinds: StepDescription[];
}

export interface FailuresOfCode {
  code: string;
  count: number;
  newest: ListedTask;
}

/** Failures that are grouped; the count of all is exact beyond it. */
const FAILURES_READ = 100;

export async function readOverview(medley: Medley, signal: AbortSignal): Promise<Overview> {
  const options = { signal };
  const created_after = startOfToday().toISOString();
  const today = new Date().toISOString().slice(0, 10);
  const [pending, completed, failed, balance, usage, { steps }] = await Promise.all([
    medley.tasks.list({ status: 'pending', limit: 1 }, options),
    medley.tasks.list({ status: 'completed', created_after, limit: 1 }, options),
    medley.tasks.list({ status: 'failed', created_after, limit: FAILURES_READ }, options),
    medley.balance(options),
    medley.usage({ from: today, to: today }, options),
    medley.steps({}, options),
  ]);
  return {
    inProgress: pending.pagination.total,
    waitingTurn: steps.reduce((sum, { waiting }) => sum + waiting, 0),
    completedToday: completed.pagination.total,
    failedToday: failed.pagination.total,
    spentToday: usage.total.credits,
    balance,
    failures: groupFailures(failed.items),
    kinds: steps,
  };
}

/** Of the person's day, not of the day in UTC. */
function startOfToday(): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}

/** The most frequent first; `tasks` are newest first. */
function groupFailures(tasks: readonly ListedTask[]): FailuresOfCode[] {
  const groups = new Map<string, FailuresOfCode>();
  for (const task of tasks) {
    const code = task.error_details?.code ?? 'UNKNOWN';
    const group = groups.get(code);
    if (group) group.count += 1;
    else groups.set(code, { code, count: 1, newest: task });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}
