const INTERVAL_MS = 500;

/** The progress of an attempt, 0..1: it never decreases and is sent at most every 500 ms. */
export class ProgressSignal {
  /** When the progress is to be sent; infinite when it has been. */
  dueAt = Infinity;
  value = 0;
  #sent: number | null = null;
  #sentAt = -Infinity;

  constructor(private readonly send: (progress: number) => void) {}

  raise(fraction: number): void {
    this.value = Math.max(this.value, Math.round(Math.min(1, Math.max(0, fraction)) * 1_000) / 1_000);
    if (this.dueAt === Infinity) this.dueAt = Math.max(performance.now(), this.#sentAt + INTERVAL_MS);
  }

  onDue(): void {
    this.dueAt = Infinity;
    if (this.value === this.#sent) return;
    this.#sent = this.value;
    this.#sentAt = performance.now();
    this.send(this.value);
  }
}
