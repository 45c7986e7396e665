import type { StepKind, Task } from '@medley/contracts';
import type { Stores } from '@medley/store';
import type { Rotation } from './domain/take-turns';
import { turnCost } from './domain/turn-cost';
import { turnLimits } from './domain/turn-limits';
import { GivenTurns } from './given-turns';

interface WaitingTask {
  task: Task;
  cost: number;
  weight: number;
}

interface WaitingTasks {
  /** By account. */
  tasks: Map<string, WaitingTask[]>;
  /** Number of tasks in all. */
  count: number;
  /** No further step waited when they were read. */
  isAll: boolean;
}

/** The waiting steps of one kind, account by account, as they are read from the database. */
export class TurnQueues {
  readonly rotation: Rotation = { last: '', deficits: new Map() };
  readonly given: GivenTurns;
  /** Accounts with waiting steps, as far as they are known, and their weights when they were read last. */
  #accounts = new Map<string, number>();
  /** Those whose steps were said to wait since the last read began, which may have come too early to find them. */
  readonly #expected = new Set<string>();
  /** Monotonic milliseconds. Accounts are listed again, as signals of further ones may be lost. */
  #listedAt = -Infinity;
  /** The last list was cut. */
  #isCut = false;
  /** When tasks whose turn could not be given are tried again, by id, so that they do not hold up others. */
  readonly #failed = new Map<string, number>();

  constructor(private readonly kind: StepKind) {
    this.given = new GivenTurns(kind);
  }

  /** Steps of these accounts wait; undefined: of any. */
  expect(accounts: readonly string[] | undefined): void {
    for (const account of accounts ?? []) {
      this.#expectOne(account);
      this.#expected.add(account);
    }
    if (!accounts) this.#listedAt = -Infinity;
  }

  #expectOne(account: string, weight = 1): void {
    if (!this.#accounts.has(account)) this.#accounts.set(account, weight);
  }

  /** The task's turn could not be given: try again later. */
  postpone(id: string): void {
    this.given.delete(id);
    this.#failed.set(id, performance.now() + turnLimits.failedMs);
  }

  /** The waiting tasks of the accounts whose turn is next, about `room` in all. Empty only when no step waits. */
  async read(turns: Stores['turns'], room: number): Promise<WaitingTasks> {
    const { accountsMax, accountsMs, cutListMs } = turnLimits;
    const isCut = this.#isCut || this.#accounts.size > accountsMax;
    if (performance.now() - this.#listedAt >= (isCut ? cutListMs : accountsMs))
      await this.#listAccounts(turns);
    const known = await this.#readKnown(turns, room);
    if (known.count > 0 || !this.#isCut) return known;
    await this.#listAccounts(turns);
    return this.#readKnown(turns, room);
  }

  async #readKnown(turns: Stores['turns'], room: number): Promise<WaitingTasks> {
    for (const [id, until] of this.#failed) if (until < performance.now()) this.#failed.delete(id);
    const accounts = [...this.#accounts].slice(0, turnLimits.accountsMax);
    let isAll = !this.#isCut && accounts.length === this.#accounts.size;
    this.#expected.clear();
    const weights = accounts.reduce((sum, [, weight]) => sum + weight, 0);
    const found = await Promise.all(
      accounts.map(async ([account, weight]) => {
        // Whole tasks are loaded, so that their number must not grow with accounts times room.
        const limit = Math.ceil((Math.min(room, turnLimits.roundMax) * weight) / weights);
        const except = [...this.#failed.keys(), ...this.given.of(account)];
        const tasks = await turns.awaitingTurn(this.kind, account, { limit, except });
        if (tasks.length === limit) isAll = false;
        return [account, tasks.map((task) => waitingTask(task, this.kind))] as const;
      }),
    );
    for (const [account, [first]] of found) {
      if (first) this.#accounts.set(account, first.weight);
      else if (!this.#expected.has(account)) this.#accounts.delete(account);
    }
    const count = found.reduce((sum, [, tasks]) => sum + tasks.length, 0);
    return { tasks: new Map(found.filter(([, tasks]) => tasks.length > 0)), count, isAll };
  }

  /** List the accounts after the one served last, then the first ones; those expected meanwhile are kept. */
  async #listAccounts(turns: Stores['turns']): Promise<void> {
    const { accountsMax } = turnLimits;
    const { last } = this.rotation;
    const before = this.#accounts;
    this.#accounts = new Map();
    this.#listedAt = performance.now();
    const next = await turns.turnAccounts(this.kind, last, accountsMax);
    const missing = accountsMax - next.length;
    const first = missing > 0 && last !== '' ? await turns.turnAccounts(this.kind, '', missing) : [];
    this.#isCut = missing === 0 || first.length === missing;
    const meanwhile = this.#accounts.keys();
    this.#accounts = new Map();
    for (const account of [...next, ...first, ...meanwhile]) this.#expectOne(account, before.get(account));
  }
}

function waitingTask(task: Task, kind: StepKind): WaitingTask {
  return { task, cost: turnCost(task, kind), weight: task.turn_weight ?? 1 };
}
