import type { StepKind, Task } from '@medley/contracts';

/** Steps published this recently count against the window even if another orchestrator may have got their reports. */
const RECENT_MS = 100;
/** An entry older than this is dropped: its report went to another orchestrator. */
const ENTRY_MAX_MS = 600_000;

interface OpenStep {
  account: string;
  at: number;
}

/** The steps that this process has published and whose end it has not seen, by kind. A hint, never the truth. */
export class OpenSteps {
  readonly #kinds = new Map<StepKind, Map<string, OpenStep>>();
  #recent: { kind: StepKind; key: string; at: number }[] = [];

  add({ id: taskId, account_id: account }: Task, step: { id: string; name: StepKind }): void {
    const at = performance.now();
    const key = `${taskId}/${step.id}`;
    this.#of(step.name).set(key, { account, at });
    this.#recent.push({ kind: step.name, key, at });
  }

  /** Remove the steps that have ended; true when there were any. */
  removeEnded(task: Task): StepKind[] {
    return task.steps.flatMap((step) => {
      const isOpen = step.status === 'queued' || step.status === 'running';
      return !isOpen && this.#of(step.name).delete(`${task.id}/${step.id}`) ? [step.name] : [];
    });
  }

  countRecent(kind: StepKind): number {
    const since = performance.now() - RECENT_MS;
    const firstRecent = this.#recent.findIndex(({ at }) => at > since);
    this.#recent = firstRecent < 0 ? [] : this.#recent.slice(firstRecent);
    const open = this.#of(kind);
    return this.#recent.filter((entry) => entry.kind === kind && open.has(entry.key)).length;
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
