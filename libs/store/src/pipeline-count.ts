import type { AccountCollection } from './account-model';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';

/** How many templates an account really has. */
type CountOwn = (accountId: string) => Promise<number>;

/** An insert that was counted has come, or never comes, when this much time has passed. */
const SETTLE_WINDOW_MS = 60_000;

/** The counter of an account's own pipeline templates: raised before one is stored, lowered after one was removed. */
export class PipelineCount {
  constructor(
    private readonly accounts: AccountCollection,
    private readonly countOwn: CountOwn,
    private readonly clock: DatabaseClock,
  ) {}

  /** Count one more, at most `max` in all. False: there are that many, or there is no such account. */
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
   * Make the counter what there is, unless it changed within the last minute: then a template may be counted that is not
   * stored yet. True when it was something else. A crash between the two writes of a creation or removal is put right so.
   */
  async recount(accountId: string): Promise<boolean> {
    const fields = { pipelines: 1, pipelines_at: 1 } as const;
    const found = await callDatabase(() => this.accounts.findOne({ _id: accountId }, { projection: fields }));
    if (!found) return false;
    const { pipelines = null, pipelines_at = null } = found;
    if (pipelines_at && this.clock.now().getTime() - pipelines_at.getTime() < SETTLE_WINDOW_MS) return false;
    const truth = await this.countOwn(accountId);
    if (truth === pipelines) return false;
    const result = await callDatabase(() =>
      // `null` also matches a field that is not there.
      this.accounts.updateOne({ _id: accountId, pipelines, pipelines_at }, { $set: { pipelines: truth } }),
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
