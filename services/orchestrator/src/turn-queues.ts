import type { StepKind, Task } from '@medley/contracts';
import type { Stores } from '@medley/store';
import type { Rotation } from './domain/take-turns';
import { turnCost } from './domain/turn-cost';
import { turnLimits } from './domain/turn-limits';
import { GivenTurns } from './given-turns';

interface WaitingTask {
  task: Task;
  cost: number;
}

/** The waiting steps of one kind, account by account, as they are read from the database. */
export class TurnQueues {
  readonly rotation: Rotation = { last: '', deficits: new Map() };
  readonly given: GivenTurns;
  /** Accounts with waiting steps, as far as they are known. */
  #accounts = new Set<string>();
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
    for (const account of accounts ?? []) this.#accounts.add(account);
    if (!accounts) this.#listedAt = -Infinity;
  }

  /** The task's turn could not be given: try again later. */
  postpone(id: string): void {
    this.given.delete(id);
    this.#failed.set(id, performance.now() + turnLimits.failedMs);
  }

  /** The waiting tasks of the accounts whose turn is next, about `room` in all. Empty only when no step waits. */
  async read(turns: Stores['turns'], room: number): Promise<Map<string, WaitingTask[]>> {
    const { accountsMax, accountsMs, cutListMs } = turnLimits;
    const isCut = this.#isCut || this.#accounts.size > accountsMax;
    if (performance.now() - this.#listedAt >= (isCut ? cutListMs : accountsMs))
      await this.#listAccounts(turns);
    const known = await this.#readKnown(turns, room);
    if (known.size > 0 || !this.#isCut) return known;
    await this.#listAccounts(turns);
    return this.#readKnown(turns, room);
  }

  async #readKnown(turns: Stores['turns'], room: number): Promise<Map<string, WaitingTask[]>> {
    for (const [id, until] of this.#failed) if (until < performance.now()) this.#failed.delete(id);
    const accounts = [...this.#accounts].slice(0, turnLimits.accountsMax);
    // Whole tasks are loaded, so that their number must not grow with accounts times room.
    const limit = Math.ceil(Math.min(room, turnLimits.roundMax) / Math.max(1, accounts.length));
    const found = await Promise.all(
      accounts.map(async (account) => {
        const except = [...this.#failed.keys(), ...this.given.of(account)];
        const tasks = await turns.awaitingTurn(this.kind, account, { limit, except });
        return [account, tasks.map((task) => ({ task, cost: turnCost(task, this.kind) }))] as const;
      }),
    );
    for (const [account, tasks] of found) if (tasks.length === 0) this.#accounts.delete(account);
    return new Map(found.filter(([, tasks]) => tasks.length > 0));
  }

  /** List the accounts after the one served last, then the first ones; those expected meanwhile are kept. */
  async #listAccounts(turns: Stores['turns']): Promise<void> {
    const { accountsMax } = turnLimits;
    const { last } = this.rotation;
    this.#accounts = new Set();
    this.#listedAt = performance.now();
    const next = await turns.turnAccounts(this.kind, last, accountsMax);
    const missing = accountsMax - next.length;
    const first = missing > 0 && last !== '' ? await turns.turnAccounts(this.kind, '', missing) : [];
    this.#isCut = missing === 0 || first.length === missing;
    this.#accounts = new Set([...next, ...first, ...this.#accounts]);
  }
}
