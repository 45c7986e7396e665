import type { Broker, SignalListener } from '@medley/broker';
import { signalTopics, type SignalBodies } from '@medley/contracts';

type Report = SignalBodies['process.reported'];

/** More would be a mistake: each process of the system is one. */
const PROCESSES_MAX = 1_000;

/** Which master keys the processes of the system have, from their reports. */
export class KeyHolders {
  readonly #reports = new Map<string, { report: Report; at: number }>();
  #listener: SignalListener | undefined;
  #since = Infinity;

  constructor(private readonly ttlMs: number) {}

  /** Milliseconds for which reports have been heard. */
  get listenedMs(): number {
    return performance.now() - this.#since;
  }

  async listen(broker: Broker): Promise<void> {
    this.#listener = await broker.listen(({ name, body }) => {
      if (name === 'process.reported') this.#hear(body as Report);
    });
    await this.#listener.bind(signalTopics.processReported);
    this.#since = performance.now();
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  /** Processes that use master keys and could not open what is sealed with this one. */
  lacking(fingerprint: string): string[] {
    return this.#namesOf(({ master_keys: keys }) => {
      if (!keys) return true; // Of an earlier version.
      return keys.seals.length > 0 && !keys.opens.includes(fingerprint);
    });
  }

  /** Processes that seal with another key than this one. */
  sealingOtherwise(fingerprint: string): string[] {
    return this.#namesOf(({ master_keys: keys }) => !keys || keys.seals.some((one) => one !== fingerprint));
  }

  #hear(report: Report): void {
    this.#forgetOld();
    if (this.#reports.size < PROCESSES_MAX || this.#reports.has(report.instance))
      this.#reports.set(report.instance, { report, at: performance.now() });
  }

  #namesOf(condition: (report: Report) => boolean): string[] {
    this.#forgetOld();
    return [...this.#reports.values()]
      .filter(({ report }) => condition(report))
      .map(({ report }) => report.instance)
      .sort();
  }

  #forgetOld(): void {
    const oldest = performance.now() - this.ttlMs;
    for (const [key, { at }] of this.#reports) if (at < oldest) this.#reports.delete(key);
  }
}
