import { messageOf, type Logger } from '@medley/kit';
import { clockLimits } from './clock-limits';
import { SlewedClock } from './slewed-clock';

const RECALIBRATE_MS = 30_000;
/** Interval of samples while an outlier is unconfirmed. */
const CONFIRM_MS = 1_000;
const READS = 3;

interface Read {
  roundTripMs: number;
  offset: number;
}

/** The database's time, extrapolated with the monotonic clock of this process; independent of the local wall clock. */
export class DatabaseClock {
  readonly #clock = new SlewedClock();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;

  /** `readServerTime` reads the current time of the database. */
  constructor(
    private readonly readServerTime: () => Promise<Date>,
    private readonly logger: Logger,
  ) {}

  /** @throws AppError UPSTREAM_ERROR when the database does not answer */
  async start(): Promise<void> {
    await this.calibrate();
    this.#isStopped = false;
    this.#scheduleNext();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Strictly monotonic apart from rounding to milliseconds, see {@link SlewedClock}. */
  now(): Date {
    return new Date(Math.floor(this.#clock.now(performance.now())));
  }

  /**
   * Sample the server's time. Of a few reads the one with the shortest round trip has the smallest error; reads far from the
   * median are ignored.
   */
  async calibrate(): Promise<void> {
    const reads: Read[] = [];
    while (reads.length < READS) {
      const sent = performance.now();
      const serverTime = await this.readServerTime();
      const received = performance.now();
      reads.push({ roundTripMs: received - sent, offset: serverTime.getTime() - (sent + received) / 2 });
    }
    const median = reads.map(({ offset }) => offset).sort((a, b) => a - b)[READS >> 1] ?? 0;
    const [best] = reads
      .filter(({ offset }) => Math.abs(offset - median) <= clockLimits.outlierMs)
      .sort((a, b) => a.roundTripMs - b.roundTripMs);
    this.#clock.sample(performance.now(), best?.offset ?? median);
    if (this.#clock.isUnconfirmed)
      this.logger.warn('a sample of the database’s time is an outlier, sampling again');
  }

  #scheduleNext(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const recalibrate = (): void => {
      this.calibrate()
        .catch((error: unknown) => {
          this.logger.debug('reading the database’s time failed', { error: messageOf(error) });
        })
        .finally(() => this.#scheduleNext());
    };
    this.#timer = setTimeout(recalibrate, this.#clock.isUnconfirmed ? CONFIRM_MS : RECALIBRATE_MS).unref();
  }
}
