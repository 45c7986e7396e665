export interface QuotaLimits {
  total: number;
  /** Maximum for one owner. */
  share: number;
  /** Granted to each owner even beyond the total, so that a few owners cannot block all others. */
  assured: number;
}

/** A quota shared by many owners, with a maximum for each. */
export class SharedQuota {
  #used = 0;
  readonly #byOwner = new Map<string, number>();

  constructor(private readonly limits: QuotaLimits) {}

  /** Acquired by all owners together. */
  get used(): number {
    return this.#used;
  }

  /** Whether `owner` could acquire this much more. */
  hasCapacity(owner: string, amount: number): boolean {
    const { total, share, assured } = this.limits;
    const requested = (this.#byOwner.get(owner) ?? 0) + amount;
    return requested <= assured || (requested <= share && this.#used + amount <= total);
  }

  /** Acquire if the quota allows it; returns false and changes nothing otherwise. */
  tryAcquire(owner: string, amount: number): boolean {
    if (!this.hasCapacity(owner, amount)) return false;
    this.acquire(owner, amount);
    return true;
  }

  /** Acquire even beyond the quota: for what can no longer be rejected. */
  acquire(owner: string, amount: number): void {
    this.#used += amount;
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? 0) + amount);
  }

  release(owner: string, amount: number): void {
    this.#used -= amount;
    const left = (this.#byOwner.get(owner) ?? 0) - amount;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }
}
