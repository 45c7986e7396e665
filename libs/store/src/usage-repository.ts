import type { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { LedgerRelay, MoneyCollections } from './ledger-relay';
import { USAGE_STATE, type UsageDayDocument, type UsageStateDocument } from './usage-model';
import type { UsageCell, UsageStore } from './usage-store';
import { DAY_MS, dayOf, startOf } from './utc-days';

interface UsageDependencies {
  collections: MoneyCollections;
  days: mongo.Collection<UsageDayDocument>;
  state: mongo.Collection<UsageStateDocument>;
  relay: LedgerRelay;
  clock: DatabaseClock;
}

type Days = Parameters<UsageStore['read']>[1];

/** A day is summed so long after its end: by then every movement of it has been written. */
const GRACE_MS = 3_600_000;
/** Accounts summed at a time. */
const PAGE = 100;

/**
 * Usage is the sum of the settlements in the ledger. A day that is over is summed once into one document for each account,
 * which the sum replaces, so that an interrupted sum is simply repeated; only when all accounts are done does `through` move
 * on to the day. Readers take days up to `through` from these documents and later ones from the ledger, so no settlement is
 * missing or counted twice at any moment.
 */
export function createUsageRepository(dependencies: UsageDependencies): UsageStore {
  const { collections, days, state, relay, clock } = dependencies;
  const readThrough = async (): Promise<string | null> =>
    (await callDatabase(() => state.findOne({ _id: USAGE_STATE })))?.through ?? null;
  return {
    async read(accountId, { from, to }) {
      const through = (await readThrough()) ?? '';
      const range = { $gte: `${accountId}/${from}`, $lte: `${accountId}/${to < through ? to : through}` };
      const summed = await callDatabase(() => days.find({ _id: range }).sort({ _id: 1 }).toArray());
      const stored = summed.flatMap(({ _id, cells }) =>
        cells.map((cell) => ({ day: _id.slice(-10), ...cell })),
      );
      const rest = through >= from ? dayAfter(through) : from;
      if (rest > to) return stored;
      await relay.drain([accountId]);
      return [...stored, ...(await cellsOf(collections, accountId, { from: rest, to }))];
    },

    async sumNextDay() {
      const through = await readThrough();
      const day = through === null ? await firstDay(collections, clock) : dayAfter(through);
      if (startOf(day).getTime() + DAY_MS + GRACE_MS > clock.now().getTime()) return false;
      await sumDay(dependencies, day);
      // Another process may have got further.
      const set = { $max: { through: day } };
      await callDatabase(() => state.updateOne({ _id: USAGE_STATE }, set, { upsert: true }));
      return true;
    },
  };
}

async function sumDay({ collections, days, relay }: UsageDependencies, day: string): Promise<void> {
  for (let after = '', isMore = true; isMore;) {
    const page = await callDatabase(() =>
      collections.accounts
        .find({ _id: { $gt: after } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray(),
    );
    await relay.drain(page.map(({ _id }) => _id));
    for (const account of page) {
      const cells = await cellsOf(collections, account._id, { from: day, to: day });
      if (cells.length === 0) continue;
      const _id = `${account._id}/${day}`;
      const kept = cells.map(withoutDay);
      await callDatabase(() => days.replaceOne({ _id }, { cells: kept }, { upsert: true }));
    }
    after = page.at(-1)?._id ?? '';
    isMore = page.length === PAGE;
  }
}

function withoutDay(cell: UsageCell): Omit<UsageCell, 'day'> {
  const { key_id, step, tasks, charged, media_seconds, characters, tokens } = cell;
  return { key_id, step, tasks, charged, media_seconds, characters, tokens };
}

/** The cells of these days by the ledger; it uses the index of account and time. */
async function cellsOf(
  { ledger }: MoneyCollections,
  accountId: string,
  { from, to }: Days,
): Promise<UsageCell[]> {
  const at = { $gte: startOf(from), $lt: startOf(dayAfter(to)) };
  const whole = { step: null, charged: '$charged', media_seconds: 0, characters: 0, tokens: 0 };
  const sums = ['charged', 'media_seconds', 'characters', 'tokens'].map(
    (name) => [name, { $sum: `$part.${name}` }] as const,
  );
  const day = { $dateToString: { date: '$at', format: '%Y-%m-%d' } };
  const sign = { $cond: [{ $eq: ['$kind', 'settle'] }, 1, -1] };
  const key_id = { $ifNull: ['$key_id', null] };
  const rows = await callDatabase(() =>
    ledger
      .aggregate<
        { _id: Pick<UsageCell, 'day' | 'key_id' | 'step'> } & Omit<UsageCell, 'day' | 'key_id' | 'step'>
      >([
        // Of refunds only those of settlements have usage, the negative one.
        {
          $match: {
            account_id: accountId,
            at,
            $or: [{ kind: 'settle' }, { kind: 'refund', usage: { $exists: true } }],
          },
        },
        { $project: { day, key_id, sign, part: { $concatArrays: [[whole], { $ifNull: ['$usage', []] }] } } },
        { $unwind: '$part' },
        {
          $group: {
            _id: { day: '$day', key_id: '$key_id', step: '$part.step' },
            tasks: { $sum: '$sign' },
            ...Object.fromEntries(sums),
          },
        },
        { $sort: { _id: 1 } },
      ])
      .toArray(),
  );
  return rows.map(({ _id, ...amounts }) => ({ ..._id, ...amounts }));
}

/** The day of the first account. */
async function firstDay({ accounts }: MoneyCollections, clock: DatabaseClock): Promise<string> {
  const oldest = { sort: { created_at: 1 }, projection: { created_at: 1 } } as const;
  const first = await callDatabase(() => accounts.findOne({}, oldest));
  return dayOf(first?.created_at ?? clock.now());
}

function dayAfter(day: string): string {
  return dayOf(new Date(startOf(day).getTime() + DAY_MS));
}
