import type { Broker, SignalListener } from '@medley/broker';
import { signalTopics, type StepKind, type WorkerAnnouncement } from '@medley/contracts';

/** A worker without presence messages for this long is removed. */
const PRESENCE_TTL_MS = 30_000;
/** Time after the start in which workers reply to the discovery request; until then a missing kind is waited for. */
const DISCOVERY_MS = 2_000;

interface Presence {
  announcement: WorkerAnnouncement;
  /** Monotonic time in ms. */
  receivedAt: number;
}

/** The workers and their capabilities, from presence messages of the last 30 s. */
export interface WorkerRegistry {
  /** The announcements of all live workers of a kind; during discovery it waits for the first ready worker. */
  workers(kind: StepKind): Promise<WorkerAnnouncement[]>;
  /** The same as `workers` without waiting. */
  knownWorkers(kind: StepKind): WorkerAnnouncement[];
  close(): Promise<void>;
}

/** Subscribe to presence messages and broadcast one discovery request. */
export async function openWorkerRegistry(broker: Broker): Promise<WorkerRegistry> {
  const presences = new Map<string, Presence>();
  const waiting = new Set<() => void>();
  const listener: SignalListener = await broker.listen(({ name, body }) => {
    if (name !== 'worker.announced') return;
    const announcement = body as WorkerAnnouncement;
    presences.set(`${announcement.kind} ${announcement.instance}`, {
      announcement,
      receivedAt: performance.now(),
    });
    for (const wake of waiting) wake();
  });
  await listener.bind(signalTopics.workerAnnounced);
  broker.signal('worker.census', signalTopics.workerCensus, {});
  const discoveryEndsAt = performance.now() + DISCOVERY_MS;

  const knownWorkers = (kind: StepKind): WorkerAnnouncement[] => {
    const oldest = performance.now() - PRESENCE_TTL_MS;
    for (const [key, { receivedAt }] of presences) if (receivedAt < oldest) presences.delete(key);
    return [...presences.values()]
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
    knownWorkers,
    async workers(kind) {
      for (;;) {
        const workers = knownWorkers(kind);
        const left = discoveryEndsAt - performance.now();
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
