import type { AccountStore } from '@medley/store';

/** A rotation reaches every dispatcher within this time. */
const FRESH_MS = 5_000;
const KEPT_MAX = 10_000;

/** The live webhook secrets of accounts, read again every few seconds. */
export class WebhookSecrets {
  readonly #known = new Map<string, { secrets: readonly string[]; at: number }>();

  constructor(private readonly accounts: AccountStore) {}

  /** Empty for an account that is gone. @throws AppError UPSTREAM_ERROR */
  async of(accountId: string): Promise<readonly string[]> {
    const known = this.#known.get(accountId);
    if (known && performance.now() - known.at < FRESH_MS) return known.secrets;
    const secrets = (await this.accounts.find(accountId))?.webhook_secrets ?? [];
    if (this.#known.size >= KEPT_MAX) this.#known.clear();
    this.#known.set(accountId, { secrets, at: performance.now() });
    return secrets;
  }
}
