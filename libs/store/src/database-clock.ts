import { messageOf, type Logger } from '@medley/kit';

const RECALIBRATE_MS = 30_000;
const SAMPLES = 3;

/** The database's time, carried by this process's monotonic clock: a wrong or jumping wall clock here changes nothing. */
export class DatabaseClock {
  #offset: number | null = null;
  #latest = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `readServerTime` asks the database what time it is. */
  constructor(
    private readonly readServerTime: () => Promise<Date>,
    private readonly logger: Logger,
  ) {}

  /** @throws AppError UPSTREAM_ERROR when the database does not answer */
  async start(): Promise<void> {
    await this.calibrate();
    this.stop();
    this.#timer = setInterval(() => {
      this.calibrate().catch((error: unknown) => {
        this.logger.debug('the database’s clock was not read', { error: messageOf(error) });
      });
    }, RECALIBRATE_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Never goes back, even when the database's clock does: then it stands still until the time is reached again. */
  now(): Date {
    if (this.#offset === null) throw new Error('the clock was not started');
    this.#latest = Math.max(this.#latest, Math.floor(performance.now() + this.#offset));
    return new Date(this.#latest);
  }

  /** The fastest of a few samples is the least wrong: the server read its clock somewhere within the round trip. */
  async calibrate(): Promise<void> {
    let best = Infinity;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const sent = performance.now();
      const serverTime = await this.readServerTime();
      const received = performance.now();
      if (received - sent >= best) continue;
      best = received - sent;
      this.#offset = serverTime.getTime() - (sent + received) / 2;
    }
  }
}
