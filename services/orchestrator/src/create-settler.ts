import { setTimeout as pause } from 'node:timers/promises';
import { messageOf, type Logger } from '@medley/kit';
import { outsideTraces } from '@medley/tracing';
import type { AccountStore, Settlement } from '@medley/store';
import type { Counter } from 'prom-client';

/** Settles ended tasks in batches: tasks that end within a moment, or during a write, share the next one. */
export interface Settler {
  add(settlement: Settlement): void;
  /** Settle without further delay; resolves when no settlement is pending. */
  idle(): Promise<void>;
}

const BATCH_MAX = 500;
/** Settlement is four commands for an account, however many of its tasks it covers; nobody waits for it. */
const GATHER_MS = 100;

/** Create a settler. A failed settlement is only logged: the task stays unsettled and the task timer repeats it. */
export function createSettler(
  accounts: AccountStore,
  { logger, failures }: { logger: Logger; failures: Counter },
): Settler {
  const waiting: Settlement[] = [];
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await pause(GATHER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      const batch = waiting.splice(0, BATCH_MAX);
      try {
        await accounts.settle(batch);
      } catch (error) {
        failures.inc();
        logger.warn('a settlement failed, the task timer repeats it', {
          count: batch.length,
          error: messageOf(error),
        });
      }
    }
    running = null;
  }

  return {
    add: (settlement) => {
      waiting.push(settlement);
      running ??= outsideTraces(run);
    },
    idle: () => {
      stopping.abort();
      return running ?? Promise.resolve();
    },
  };
}
