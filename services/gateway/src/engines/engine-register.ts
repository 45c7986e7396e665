import type { Broker, SignalListener } from '@medley/broker';
import { signalTopics, type StepKind, type WorkerAnnouncement } from '@medley/contracts';

/** An instance that has been silent for this long counts as gone. */
const KEPT_MS = 30_000;
/** After a start the workers have this long to answer the census before a missing kind counts as absent. */
const CENSUS_MS = 2_000;

interface Heard {
  announcement: WorkerAnnouncement;
  /** By the monotonic clock. */
  at: number;
}

/** What the workers say they can do, as heard in the last 30 s. */
export interface EngineRegister {
  /** The live announcements of a kind; right after a start it waits a moment for the first ready one. */
  workers(kind: StepKind): Promise<WorkerAnnouncement[]>;
  /** The same without waiting. */
  workersNow(kind: StepKind): WorkerAnnouncement[];
  close(): Promise<void>;
}

/** Listen to the workers and ask them once to announce themselves. */
export async function openEngineRegister(broker: Broker): Promise<EngineRegister> {
  const heard = new Map<string, Heard>();
  const waiting = new Set<() => void>();
  const listener: SignalListener = await broker.listen(({ name, body }) => {
    if (name !== 'worker.announced') return;
    const announcement = body as WorkerAnnouncement;
    heard.set(`${announcement.kind} ${announcement.instance}`, { announcement, at: performance.now() });
    for (const wake of waiting) wake();
  });
  await listener.bind(signalTopics.workerAnnounced);
  broker.signal('worker.census', signalTopics.workerCensus, {});
  const censusEndsAt = performance.now() + CENSUS_MS;

  const workersNow = (kind: StepKind): WorkerAnnouncement[] => {
    const oldest = performance.now() - KEPT_MS;
    for (const [key, { at }] of heard) if (at < oldest) heard.delete(key);
    return [...heard.values()]
      .map(({ announcement }) => announcement)
      .filter((announcement) => announcement.kind === kind);
  };
  const nextAnnouncement = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      waiting.add(wake);
    });
  return {
    workersNow,
    async workers(kind) {
      for (;;) {
        const workers = workersNow(kind);
        const left = censusEndsAt - performance.now();
        if (workers.some(({ ready }) => ready) || left <= 0) return workers;
        await nextAnnouncement(left);
      }
    },
    async close() {
      for (const wake of waiting) wake();
      await listener.close();
    },
  };
}
