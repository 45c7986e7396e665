import { AppError } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 50;

/**
 * Repeat a read and a conditional write until there is no write conflict; `attempt` returns null on a conflict.
 * @throws AppError UPSTREAM_ERROR after 50 conflicts in a row
 */
export async function retryConflicts<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const outcome = await attempt();
    if (outcome !== null) return outcome;
    await pause(Math.random() * 5 * (tries + 1));
  }
  throw new AppError('UPSTREAM_ERROR', 'too many settlements of one account at once', { retryable: true });
}
