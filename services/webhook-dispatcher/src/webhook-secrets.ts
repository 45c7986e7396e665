import type { AccountStore } from '@medley/store';

/** Cache time: a rotation takes effect in every dispatcher within it. */
const CACHE_MS = 5_000;
const CACHED_MAX = 10_000;

/** The active webhook secrets of accounts, cached for 5 s. */
export class WebhookSecrets {
  readonly #known = new Map<string, { secrets: readonly string[]; at: number }>();

  constructor(private readonly accounts: AccountStore) {}

  /** Empty for an account that does not exist. @throws AppError UPSTREAM_ERROR */
  async of(accountId: string): Promise<readonly string[]> {
    const known = this.#known.get(accountId);
    if (known && performance.now() - known.at < CACHE_MS) return known.secrets;
    const secrets = (await this.accounts.find(accountId))?.webhook_secrets ?? [];
    if (this.#known.size >= CACHED_MAX) this.#known.clear();
    this.#known.set(accountId, { secrets, at: performance.now() });
    return secrets;
  }
}
