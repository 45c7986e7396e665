import type { StepKind, Task } from '@medley/contracts';

interface GivenTurn {
  account: string;
  /** The revision of the task when its turn was given; a later one means that the task was written since. */
  rev: number;
  /** The attempts whose turn it was. */
  attempts: ReadonlySet<string>;
  /** Monotonic milliseconds. */
  at: number;
  /** The message seems to be lost, the turn must be given again. */
  isLost: boolean;
}

/** The turns of one kind that were given by a message only, while their steps still await them in the database. */
export class GivenTurns {
  readonly #given = new Map<string, GivenTurn>();

  constructor(private readonly kind: StepKind) {}

  /** The tasks of an account that must not get the same turn again. */
  of(account: string): string[] {
    return [...this.#given].flatMap(([id, turn]) => (turn.account === account && !turn.isLost ? [id] : []));
  }

  isLost(id: string): boolean {
    return this.#given.get(id)?.isLost ?? false;
  }

  /** Whether this state of the task is the one whose turn was given. */
  has({ id, rev }: Task): boolean {
    const turn = this.#given.get(id);
    return turn !== undefined && turn.rev === rev && !turn.isLost;
  }

  add(task: Task): void {
    const { id, account_id: account, rev } = task;
    const attempts = new Set(this.#awaiting(task));
    this.#given.set(id, { account, rev, attempts, at: performance.now(), isLost: false });
  }

  delete(id: string): void {
    this.#given.delete(id);
  }

  clear(): void {
    this.#given.clear();
  }

  /**
   * A task was written. Attempts that still await the turn they were given keep it, as when a sibling has ended. Steps that
   * became ready since must get theirs; that is a repetition only if they do so beside attempts that had it.
   */
  changed(task: Task): void {
    const turn = this.#given.get(task.id);
    if (!turn || turn.rev === task.rev) return;
    const awaiting = this.#awaiting(task);
    const had = awaiting.filter((attempt) => turn.attempts.has(attempt));
    if (had.length === 0) this.#given.delete(task.id);
    else if (had.length < awaiting.length) turn.isLost = true;
    else turn.rev = task.rev;
  }

  #awaiting({ steps }: Task): string[] {
    return steps
      .filter(({ name, status, awaits_turn }) => name === this.kind && status === 'queued' && awaits_turn)
      .map(({ id, attempt }) => `${id}/${attempt}`);
  }

  /** The tasks whose turn was given at least this long ago. */
  olderThan(milliseconds: number): string[] {
    const before = performance.now() - milliseconds;
    return [...this.#given].flatMap(([id, { at }]) => (at <= before ? [id] : []));
  }

  /** Compare tasks with their revisions in the database; those that are missing there do not await a turn any more. */
  compare(ids: readonly string[], revisions: ReadonlyMap<string, number>, lostAfterMs: number): void {
    const before = performance.now() - lostAfterMs;
    for (const id of ids) {
      const turn = this.#given.get(id);
      const rev = revisions.get(id);
      if (rev === undefined) this.#given.delete(id);
      else if (turn && (turn.rev !== rev || turn.at <= before)) turn.isLost = true;
    }
  }
}
