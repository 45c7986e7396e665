import type { StepKind, Task, TaskStep } from '@medley/contracts';
import { stepCost } from './domain/turn-cost';

/** Steps published this recently count against the window even if another orchestrator may have got their reports. */
const RECENT_MS = 100;
/** An entry older than this is dropped: its report went to another orchestrator. */
const ENTRY_MAX_MS = 600_000;
/** Weight of the newest step in the average cost. */
const WEIGHT = 0.1;

interface OpenStep {
  account: string;
  at: number;
}

/** The steps that this process has published and whose end it has not seen, by kind. A hint, never the truth. */
export class OpenSteps {
  readonly #kinds = new Map<StepKind, Map<string, OpenStep>>();
  readonly #averageCost = new Map<StepKind, number>();
  #recent: { kind: StepKind; key: string; at: number; cost: number }[] = [];

  add(task: Task, step: TaskStep): void {
    const { id: taskId, account_id: account } = task;
    const at = performance.now();
    const cost = stepCost(task, step);
    const key = `${taskId}/${step.id}`;
    this.#averageCost.set(step.name, this.averageCost(step.name) * (1 - WEIGHT) + cost * WEIGHT);
    this.#of(step.name).set(key, { account, at });
    this.#recent.push({ kind: step.name, key, at, cost });
  }

  /** Remove the steps that have ended; true when there were any. */
  removeEnded(task: Task): StepKind[] {
    return task.steps.flatMap((step) => {
      const isOpen = step.status === 'queued' || step.status === 'running';
      return !isOpen && this.#of(step.name).delete(`${task.id}/${step.id}`) ? [step.name] : [];
    });
  }

  /** The cost of what was published lately and has not ended. */
  recentCost(kind: StepKind): number {
    const since = performance.now() - RECENT_MS;
    const firstRecent = this.#recent.findIndex(({ at }) => at > since);
    this.#recent = firstRecent < 0 ? [] : this.#recent.slice(firstRecent);
    const open = this.#of(kind);
    return this.#recent
      .filter((entry) => entry.kind === kind && open.has(entry.key))
      .reduce((sum, { cost }) => sum + cost, 0);
  }

  /** The cost of a step of this kind, averaged over the last ones. */
  averageCost(kind: StepKind): number {
    return this.#averageCost.get(kind) ?? 1;
  }

  countOf(kind: StepKind, account: string): number {
    let count = 0;
    for (const step of this.#of(kind).values()) if (step.account === account) count += 1;
    return count;
  }

  dropOld(): void {
    const before = performance.now() - ENTRY_MAX_MS;
    for (const open of this.#kinds.values())
      for (const [key, { at }] of open) if (at < before) open.delete(key);
  }

  #of(kind: StepKind): Map<string, OpenStep> {
    const open = this.#kinds.get(kind) ?? new Map<string, OpenStep>();
    this.#kinds.set(kind, open);
    return open;
  }
}
