import type { StepKind, Task, TaskStep } from '@medley/contracts';
import { stepCost } from './domain/turn-cost';

/** Steps published this recently count against the window even if another orchestrator may have got their reports. */
const RECENT_MS = 100;
/** An entry older than this is dropped: its report probably went to another orchestrator. */
const ENTRY_MAX_MS = 60_000;
/** Weight of the newest step in the average cost. */
const WEIGHT = 0.1;

interface OpenStep {
  kind: StepKind;
  account: string;
  at: number;
  cost: number;
}

/** The steps that this process has published and whose end it has not seen. A hint, never the truth. */
export class OpenSteps {
  /** By task and step, oldest first. */
  readonly #open = new Map<string, OpenStep>();
  /** Number of them by kind and account. */
  readonly #counts = new Map<string, number>();
  readonly #averageCost = new Map<StepKind, number>();
  #recent: { key: string; step: OpenStep }[] = [];

  add(task: Task, step: TaskStep): void {
    const { id, name: kind } = step;
    const key = `${task.id}/${id}`;
    const cost = stepCost(task, step);
    const entry = { kind, account: task.account_id, at: performance.now(), cost };
    this.#remove(key);
    this.#open.set(key, entry);
    this.#count(entry, 1);
    this.#averageCost.set(kind, this.averageCost(kind) * (1 - WEIGHT) + cost * WEIGHT);
    this.#recent.push({ key, step: entry });
  }

  /** Remove the steps of a task that have ended; returns their kinds. */
  removeEnded(task: Task): StepKind[] {
    return task.steps.flatMap(({ id, name, status }) => {
      const isOpen = status === 'queued' || status === 'running';
      return !isOpen && this.#remove(`${task.id}/${id}`) ? [name] : [];
    });
  }

  /** The cost of what was published lately and has not ended. */
  recentCost(kind: StepKind): number {
    const since = performance.now() - RECENT_MS;
    const firstRecent = this.#recent.findIndex(({ step }) => step.at > since);
    this.#recent = firstRecent < 0 ? [] : this.#recent.slice(firstRecent);
    return this.#recent
      .filter(({ key, step }) => step.kind === kind && this.#open.get(key) === step)
      .reduce((sum, { step }) => sum + step.cost, 0);
  }

  /** The cost of a step of this kind, averaged over the last ones. */
  averageCost(kind: StepKind): number {
    return this.#averageCost.get(kind) ?? 1;
  }

  countOf(kind: StepKind, account: string): number {
    return this.#counts.get(`${kind}/${account}`) ?? 0;
  }

  dropOld(): void {
    const before = performance.now() - ENTRY_MAX_MS;
    for (const [key, { at }] of this.#open) {
      if (at >= before) return;
      this.#remove(key);
    }
  }

  #remove(key: string): boolean {
    const step = this.#open.get(key);
    if (!step) return false;
    this.#open.delete(key);
    this.#count(step, -1);
    return true;
  }

  #count({ kind, account }: OpenStep, by: 1 | -1): void {
    const key = `${kind}/${account}`;
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
