import { messageOf, type Logger } from '@medley/kit';
import { clockLimits } from './clock-limits';
import { SlewedClock } from './slewed-clock';

const RECALIBRATE_MS = 30_000;
/** While a sample waits for its confirmation the clock asks again after this long. */
const CONFIRM_MS = 1_000;
const READS = 3;

interface Read {
  roundTripMs: number;
  offset: number;
}

/** The database's time, carried by this process's monotonic clock: a wrong or jumping wall clock here changes nothing. */
export class DatabaseClock {
  readonly #clock = new SlewedClock();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;

  /** `readServerTime` asks the database what time it is. */
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

  /** Never goes back and never stands still, see {@link SlewedClock}. */
  now(): Date {
    return new Date(Math.floor(this.#clock.now(performance.now())));
  }

  /**
   * The fastest of a few reads is the least wrong, for the server read its clock somewhere within the round trip; but not
   * one that is far from what most of them say.
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
      this.logger.warn('the database told a time that does not fit; asking again');
  }

  #scheduleNext(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const recalibrate = (): void => {
      this.calibrate()
        .catch((error: unknown) => {
          this.logger.debug('the database’s clock was not read', { error: messageOf(error) });
        })
        .finally(() => this.#scheduleNext());
    };
    this.#timer = setTimeout(recalibrate, this.#clock.isUnconfirmed ? CONFIRM_MS : RECALIBRATE_MS).unref();
  }
}
