import type { AccountCollection } from './account-model';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';

/** Count the stored templates of an account. */
type CountOwn = (accountId: string) => Promise<number>;

/** After this long, a counted insert is either stored or has failed. */
const SETTLE_WINDOW_MS = 60_000;

/** The counter of an account's own pipeline templates: raised before one is stored, lowered after one was removed. */
export class PipelineCount {
  constructor(
    private readonly accounts: AccountCollection,
    private readonly countOwn: CountOwn,
    private readonly clock: DatabaseClock,
  ) {}

  /** Increment the counter up to `max`. False when it is reached or the account is unknown. */
  async raise(accountId: string, max: number): Promise<boolean> {
    const raise = (): Promise<boolean> =>
      this.#change({ _id: accountId, erasing_at: { $exists: false }, pipelines: { $lt: max } }, 1);
    return (
      (await raise()) || ((await this.#isUncounted(accountId)) && (await this.recount(accountId), raise()))
    );
  }

  async lower(accountId: string): Promise<void> {
    await this.#change({ _id: accountId, pipelines: { $gt: 0 } }, -1);
  }

  /**
   * Correct the counter, which repairs a crash between the two writes of a creation or removal. Skipped when it changed within
   * the last minute, because a counted template may not be stored yet. True when it was corrected.
   */
  async recount(accountId: string): Promise<boolean> {
    const fields = { pipelines: 1, pipelines_at: 1 } as const;
    const found = await callDatabase(() => this.accounts.findOne({ _id: accountId }, { projection: fields }));
    if (!found) return false;
    const { pipelines = null, pipelines_at = null } = found;
    if (pipelines_at && this.clock.now().getTime() - pipelines_at.getTime() < SETTLE_WINDOW_MS) return false;
    const actual = await this.countOwn(accountId);
    if (actual === pipelines) return false;
    const result = await callDatabase(() =>
      // `null` also matches a missing field.
      this.accounts.updateOne({ _id: accountId, pipelines, pipelines_at }, { $set: { pipelines: actual } }),
    );
    return result.matchedCount === 1;
  }

  async #change(filter: Parameters<AccountCollection['updateOne']>[0], by: 1 | -1): Promise<boolean> {
    const update = { $inc: { pipelines: by }, $set: { pipelines_at: this.clock.now() } };
    const result = await callDatabase(() => this.accounts.updateOne(filter, update));
    return result.matchedCount === 1;
  }

  async #isUncounted(accountId: string): Promise<boolean> {
    const filter = { _id: accountId, pipelines: null };
    const found = await callDatabase(() => this.accounts.findOne(filter, { projection: { _id: 1 } }));
    return found !== null;
  }
}
