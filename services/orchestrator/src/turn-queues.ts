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
  /** Accounts with waiting steps, as far as they are known, and when they were listed. */
  #accounts = new Set<string>();
  #listedAt = -Infinity;
  /** When tasks whose turn could not be given are tried again, by id, so that they do not hold up others. */
  readonly #failed = new Map<string, number>();

  constructor(private readonly kind: StepKind) {
    this.given = new GivenTurns(kind);
  }

  addAccount(account: string): void {
    this.#accounts.add(account);
  }

  /** The task's turn could not be given: try again later. */
  postpone(id: string): void {
    this.given.delete(id);
    this.#failed.set(id, performance.now() + turnLimits.failedMs);
  }

  /** The waiting tasks of the accounts whose turn is next, about `room` in all. Empty only when no step waits. */
  async read(turns: Stores['turns'], room: number): Promise<Map<string, WaitingTask[]>> {
    const isListed = performance.now() - this.#listedAt <= turnLimits.accountsMs;
    const known = isListed ? await this.#readKnown(turns, room) : null;
    if (known && known.size > 0) return known;
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

  /** The accounts after the one served last, then the first ones. */
  async #listAccounts(turns: Stores['turns']): Promise<void> {
    const { last } = this.rotation;
    const next = await turns.turnAccounts(this.kind, last, turnLimits.accountsMax);
    const missing = turnLimits.accountsMax - next.length;
    const first = missing > 0 && last !== '' ? await turns.turnAccounts(this.kind, '', missing) : [];
    this.#accounts = new Set([...next, ...first]);
    this.#listedAt = performance.now();
  }
}
