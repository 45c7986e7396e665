import type { Broker } from '@medley/broker';
import { signalTopics, type StepKind, type Task } from '@medley/contracts';
import { creationTurnLimits } from './creation-turn-limits';

const SECOND_MS = 1_000;
/** After a signal of waiting steps, further ones are joined for this long. */
const SIGNAL_MS = 10;

/** Decides which new tasks await the turn of their account, and wakes the orchestrators for them. */
export class CreationTurns {
  readonly #created = new Map<string, { since: number; count: number }>();
  /** Kinds and accounts of stored steps of which the orchestrators do not know yet. */
  readonly #waiting = { kinds: new Set<StepKind>(), accounts: new Set<string>() };
  #signaledAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly broker: Pick<Broker, 'signal'>) {}

  /** Count a new task of the account; true when it creates them so fast that its first steps must await their turn. */
  mustAwaitTurn(accountId: string): boolean {
    const now = performance.now();
    const known = this.#created.get(accountId);
    const window = known && now - known.since < SECOND_MS ? known : { since: now, count: 0 };
    window.count += 1;
    this.#created.delete(accountId);
    this.#created.set(accountId, window);
    const [oldest] = this.#created.keys();
    if (this.#created.size > creationTurnLimits.accountsMax && oldest !== undefined)
      this.#created.delete(oldest);
    return window.count > creationTurnLimits.directPerSecond;
  }

  /** A task has been seen to end: the next one takes its place, so that a client that waits for each never awaits a turn. */
  ended(accountId: string): void {
    const window = this.#created.get(accountId);
    if (window && window.count > 0) window.count -= 1;
  }

  /** Signal that a stored task awaits its turn; a lost signal costs a second. */
  announce({ account_id, turn_kinds }: Task): void {
    const { kinds, accounts } = this.#waiting;
    for (const kind of turn_kinds ?? []) kinds.add(kind);
    accounts.add(account_id);
    if (kinds.size === 0 || this.#timer) return;
    const left = this.#signaledAt + SIGNAL_MS - performance.now();
    if (left <= 0) this.#signal();
    else this.#timer = setTimeout(() => this.#signal(), left).unref();
  }

  #signal(): void {
    const { kinds, accounts } = this.#waiting;
    const body = { kinds: [...kinds], accounts: [...accounts] };
    this.#timer = undefined;
    this.#signaledAt = performance.now();
    kinds.clear();
    accounts.clear();
    this.broker.signal('turns.waiting', signalTopics.turnsWaiting, body);
  }
}
