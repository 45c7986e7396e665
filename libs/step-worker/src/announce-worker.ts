import type { Broker } from '@medley/broker';
import { signalTopics, type StepKind, type WorkerAnnouncement } from '@medley/contracts';

/** What a worker can do right now. Asked every second, so it must be cheap. */
export type WorkerFacts = Omit<WorkerAnnouncement, 'kind' | 'instance'>;

const CHECK_MS = 1_000;
const REPEAT_MS = 10_000;

export interface Announcer {
  announce(): void;
  stop(): void;
}

/** Announce a worker at once, on every change of its facts and every 10 s. */
export function startAnnouncing(
  broker: Broker,
  worker: { kind: StepKind; instance: string },
  facts: () => WorkerFacts,
): Announcer {
  let told = '';
  let toldAt = 0;
  const announce = (): void => {
    const announcement: WorkerAnnouncement = { ...worker, ...facts() };
    told = JSON.stringify(announcement);
    toldAt = performance.now();
    broker.signal('worker.announced', signalTopics.workerAnnounced, announcement);
  };
  const check = setInterval(() => {
    const isDue = performance.now() - toldAt >= REPEAT_MS - CHECK_MS / 2;
    if (isDue || JSON.stringify({ ...worker, ...facts() }) !== told) announce();
  }, CHECK_MS);
  announce();
  return { announce, stop: () => clearInterval(check) };
}
