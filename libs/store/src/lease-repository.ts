import type { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { LeaseDocument } from './lease-model';
import type { LeaseStore } from './lease-store';

const DUPLICATE_KEY = 11_000;

/** Repository of the `leases` collection. */
export function createLeaseRepository(
  leases: mongo.Collection<LeaseDocument>,
  clock: DatabaseClock,
): LeaseStore {
  return {
    async acquire(name, holder, milliseconds) {
      const now = clock.now();
      const isFree = { _id: name, $or: [{ holder }, { until: { $lt: now } }] };
      const until = new Date(now.getTime() + milliseconds);
      try {
        await callDatabase(() => leases.updateOne(isFree, { $set: { holder, until } }, { upsert: true }));
        return true;
      } catch (error) {
        // Nothing matched, and the insert met the lease of another process.
        if (error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY) return false;
        throw error;
      }
    },

    async release(name, holder) {
      await callDatabase(() => leases.deleteOne({ _id: name, holder }));
    },
  };
}
