import type { Broker } from '@medley/broker';
import { signalTopics, type WorkerAnnouncement } from '@medley/contracts';

/** What a worker can do now. Computed every second, so it must be cheap. */
export type WorkerStatus = Omit<WorkerAnnouncement, keyof AnnouncedWorker>;

/** What does not change about a worker. */
type AnnouncedWorker = Pick<
  WorkerAnnouncement,
  'kind' | 'instance' | 'concurrency' | 'shares_messages' | 'takes_offers'
>;

const CHECK_MS = 1_000;
const ANNOUNCE_MS = 10_000;

/** The running announcements of a worker. */
export interface Presence {
  announce(): void;
  stop(): void;
}

/** Announces a worker at once, on every change of its status and every 10 s. */
export function startPresence(broker: Broker, worker: AnnouncedWorker, status: () => WorkerStatus): Presence {
  let sent = '';
  let sentAt = 0;
  const announce = (): void => {
    const announcement: WorkerAnnouncement = { ...worker, ...status() };
    sent = JSON.stringify(announcement);
    sentAt = performance.now();
    broker.signal('worker.announced', signalTopics.workerAnnounced, announcement);
  };
  const check = setInterval(() => {
    const isDue = performance.now() - sentAt >= ANNOUNCE_MS - CHECK_MS / 2;
    if (isDue || JSON.stringify({ ...worker, ...status() }) !== sent) announce();
  }, CHECK_MS);
  announce();
  return { announce, stop: () => clearInterval(check) };
}
