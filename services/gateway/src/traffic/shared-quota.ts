export interface QuotaLimits {
  total: number;
  /** The most that one owner gets. */
  share: number;
  /** What each owner gets although others hold the total, so that a few owners cannot shut out all others. */
  assured: number;
}

/** An amount that many owners share and of which none gets more than its share. */
export class SharedQuota {
  #used = 0;
  readonly #byOwner = new Map<string, number>();

  constructor(private readonly limits: QuotaLimits) {}

  /** What is taken by all. */
  get used(): number {
    return this.#used;
  }

  /** Whether `owner` could take this much more. */
  hasCapacity(owner: string, amount: number): boolean {
    const { total, share, assured } = this.limits;
    const requested = (this.#byOwner.get(owner) ?? 0) + amount;
    return requested <= assured || (requested <= share && this.#used + amount <= total);
  }

  /** False, and nothing is taken, when there is no room. */
  tryAcquire(owner: string, amount: number): boolean {
    if (!this.hasCapacity(owner, amount)) return false;
    this.acquire(owner, amount);
    return true;
  }

  /** Take it although there may be no room: for what cannot be refused any more. */
  acquire(owner: string, amount: number): void {
    this.#used += amount;
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? 0) + amount);
  }

  /** Give back what was taken. */
  release(owner: string, amount: number): void {
    this.#used -= amount;
    const left = (this.#byOwner.get(owner) ?? 0) - amount;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }
}
