export interface ShareLimits {
  total: number;
  /** The most that one owner gets. */
  share: number;
  /** What each owner gets although others hold the total, so that a few owners cannot shut out all others. */
  assured: number;
}

/** An amount that many owners share and of which none gets more than its share. */
export class ShareBudget {
  #taken = 0;
  readonly #byOwner = new Map<string, number>();

  constructor(private readonly limits: ShareLimits) {}

  /** What is taken by all. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether `owner` could take this much more. */
  hasRoom(owner: string, amount: number): boolean {
    const { total, share, assured } = this.limits;
    const wanted = (this.#byOwner.get(owner) ?? 0) + amount;
    return wanted <= assured || (wanted <= share && this.#taken + amount <= total);
  }

  /** False, and nothing is taken, when there is no room. */
  take(owner: string, amount: number): boolean {
    if (!this.hasRoom(owner, amount)) return false;
    this.add(owner, amount);
    return true;
  }

  /** Take it although there may be no room: for what cannot be refused any more. */
  add(owner: string, amount: number): void {
    this.#taken += amount;
    this.#byOwner.set(owner, (this.#byOwner.get(owner) ?? 0) + amount);
  }

  /** Give back what was taken. */
  give(owner: string, amount: number): void {
    this.#taken -= amount;
    const left = (this.#byOwner.get(owner) ?? 0) - amount;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }
}
