import { removePastPeriods } from './budget-repository';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { MoneyCollections } from './ledger-relay';
import type { PipelineCount } from './pipeline-count';
import { recountUnfinished } from './unfinished-count';

/** Accounts checked by one call. */
const PAGE = 100;

/** Create a function that corrects the counters of the next page of accounts with each call, starting over after the last. */
export function createRecounter(
  collections: MoneyCollections,
  pipelines: PipelineCount,
  clock: DatabaseClock,
): () => Promise<number> {
  let after = '';
  return async () => {
    const page = await callDatabase(() =>
      collections.accounts
        .find({ _id: { $gt: after } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray(),
    );
    let corrected = 0;
    for (const { _id } of page) {
      if (await recountUnfinished(collections, _id)) corrected += 1;
      if (await pipelines.recount(_id)) corrected += 1;
      await removePastPeriods(collections.accounts, _id, clock.now());
    }
    after = page.length < PAGE ? '' : (page.at(-1)?._id ?? '');
    return corrected;
  };
}
