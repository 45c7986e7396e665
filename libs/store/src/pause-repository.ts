import { stepKinds } from '@medley/contracts';
import type { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { PauseDocument } from './pause-model';
import type { PauseStore } from './pause-store';

/** Repository of the `paused_kinds` collection. */
export function createPauseRepository(
  pauses: mongo.Collection<PauseDocument>,
  clock: DatabaseClock,
): PauseStore {
  return {
    async list() {
      const rows = await callDatabase(() => pauses.find({}).toArray());
      const since = new Map(rows.map(({ _id, paused_at }) => [_id, paused_at]));
      // In the order of the kinds; one that this version does not know is of no use here.
      return stepKinds.flatMap((kind) => {
        const paused_at = since.get(kind);
        return paused_at ? [{ kind, paused_at }] : [];
      });
    },

    async pause(kind) {
      const update = { $setOnInsert: { paused_at: clock.now() } };
      await callDatabase(() => pauses.updateOne({ _id: kind }, update, { upsert: true }));
    },

    async resume(kind) {
      await callDatabase(() => pauses.deleteOne({ _id: kind }));
    },
  };
}
