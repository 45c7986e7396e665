import type { Logger } from './create-logger';
import { messageOf } from './to-failure';

/** Let a promise settle without a caller that waits for it; a rejection is logged as an error of this kind of work. */
export function runInBackground(work: Promise<unknown>, logger: Logger, kind: string): void {
  work.catch((error: unknown) => logger.error('background work failed', { kind, error: messageOf(error) }));
}
