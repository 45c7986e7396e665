import { messageOf, type Logger } from '@medley/kit';
import type { AccountStore, Settlement } from '@medley/store';

/** Settles ended tasks; those that end while a write is under way share the next one. */
export interface Settler {
  add(settlement: Settlement): void;
  /** Wait for what is under way. */
  idle(): Promise<void>;
}

const BATCH_MAX = 500;

/** A failed settlement is only logged: the task stays unsettled and the clock brings it back. */
export function createSettler(accounts: AccountStore, logger: Logger): Settler {
  const waiting: Settlement[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX);
      try {
        await accounts.settle(batch);
      } catch (error) {
        logger.warn('settlement put off', { count: batch.length, error: messageOf(error) });
      }
    }
    running = null;
  }

  return {
    add: (settlement) => {
      waiting.push(settlement);
      running ??= run();
    },
    idle: () => running ?? Promise.resolve(),
  };
}
