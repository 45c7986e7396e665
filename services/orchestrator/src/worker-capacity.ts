import type { Broker, SignalListener } from '@medley/broker';
import {
  joinsUnits,
  signalTopics,
  stepKinds,
  type SignalBodies,
  type StepKind,
  type WorkerAnnouncement,
} from '@medley/contracts';
import { turnLimits } from './domain/turn-limits';

/** An announcement is valid for this long; it is repeated every 10 s. */
const VALID_MS = 30_000;

interface Announced {
  announcement: WorkerAnnouncement;
  at: number;
}

/** The workers of each kind, from their announcements. */
export class WorkerCapacity {
  readonly #workers = new Map<string, Announced>();
  #listener: SignalListener | null = null;

  /** `onWaiting` is called for each kind of which it is said that steps (of these accounts, if known) await a turn. */
  async listen(
    broker: Broker,
    onWaiting: (kind: StepKind, accounts: readonly string[] | undefined) => void,
  ): Promise<void> {
    const listener = await broker.listen(({ name, body }) => {
      if (name === 'worker.announced') this.#add(body as WorkerAnnouncement);
      if (name !== 'turns.waiting') return;
      const { kinds, accounts } = body as SignalBodies['turns.waiting'];
      for (const kind of kinds) if (stepKinds.includes(kind)) onWaiting(kind, accounts);
    });
    this.#listener = listener;
    await Promise.all([
      listener.bind(signalTopics.workerAnnounced),
      listener.bind(signalTopics.turnsWaiting),
    ]);
    broker.signal('worker.census', signalTopics.workerCensus, {});
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  /** The cost of the steps of a kind that may be published and not ended at a time. */
  window(kind: StepKind): number {
    const { concurrencyAssumed, shortWindowPerWorker, windowPerWorkerMax, windowMin } = turnLimits;
    const perWorker = ({ concurrency = concurrencyAssumed }: WorkerAnnouncement): number =>
      joinsUnits(kind) ? shortWindowPerWorker : Math.min(concurrency, windowPerWorkerMax);
    const sum = this.#of(kind).reduce((total, worker) => total + perWorker(worker), 0);
    return Math.max(sum, windowMin);
  }

  /** Live workers of a kind, ready or not. */
  count(kind: StepKind): number {
    return this.#of(kind).length;
  }

  /** Whether all workers of a kind take messages with several bodies. */
  sharesMessages(kind: StepKind): boolean {
    const workers = this.#of(kind);
    return workers.length > 0 && workers.every(({ shares_messages }) => shares_messages === true);
  }

  #of(kind: StepKind): WorkerAnnouncement[] {
    const since = performance.now() - VALID_MS;
    for (const [key, { at }] of this.#workers) if (at < since) this.#workers.delete(key);
    return [...this.#workers.values()]
      .map(({ announcement }) => announcement)
      .filter((one) => one.kind === kind);
  }

  #add(announcement: WorkerAnnouncement): void {
    const key = `${announcement.kind}/${announcement.instance}`;
    this.#workers.set(key, { announcement, at: performance.now() });
  }
}
