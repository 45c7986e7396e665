import { AppError } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 50;

/**
 * Decide and write again until the write was not overtaken; `attempt` says null when it was.
 * @throws AppError UPSTREAM_ERROR when others win every time
 */
export async function retryConflicts<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const outcome = await attempt();
    if (outcome !== null) return outcome;
    await pause(Math.random() * 5 * (tries + 1));
  }
  throw new AppError('UPSTREAM_ERROR', 'too many settlements of one account at once', { retryable: true });
}
