import type { StepRun } from '@medley/contracts';
import type { AttemptClock, Timed } from './attempt-clock';
import { HEARTBEAT_MS, sendHeartbeat, UNCONFIRMED_MS, type HeartbeatSender } from './heartbeat';
import { workerLimits } from './worker-limits';

/**
 * An attempt that the orchestrator has given to this worker and that waits for a slot. It sends heartbeats: the attempt would
 * be given to another worker otherwise, or be given up as lost.
 */
export class Grant implements Timed {
  dueAt: number;
  /** Until when the attempt may start without another claim, by the monotonic clock. */
  until: number;
  readonly #grantedAt = performance.now();

  constructor(
    private readonly run: StepRun,
    private readonly dependencies: HeartbeatSender & { clock: AttemptClock },
  ) {
    this.until = this.#grantedAt + workerLimits.grantedMs;
    this.dueAt = this.#grantedAt + HEARTBEAT_MS;
    dependencies.clock.add(this);
  }

  release(): void {
    this.dependencies.clock.remove(this);
  }

  onDue(): void {
    const now = performance.now();
    this.dueAt = now + HEARTBEAT_MS;
    this.#sendHeartbeat(now).catch(() => undefined);
  }

  /** One that the broker does not confirm proves nothing to the orchestrator. */
  async #sendHeartbeat(now: number): Promise<void> {
    const elapsedMs = Math.round(now - this.#grantedAt);
    const outcome = await sendHeartbeat(this.dependencies, this.run, { elapsedMs, progress: null });
    if (outcome === 'confirmed') this.until = now + workerLimits.grantedMs;
    else {
      this.dueAt = Math.min(this.dueAt, performance.now() + UNCONFIRMED_MS);
      this.dependencies.clock.wake(this.dueAt);
    }
  }
}
