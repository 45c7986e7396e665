import type { Task } from '@medley/contracts';
import { messageOf, taskLogFields, type SlotWatchdog } from '@medley/kit';
import { outsideTraces, withinTrace } from '@medley/tracing';
import { setTimeout as pause } from 'node:timers/promises';
import { deliverWebhook, type HeldSlot } from './deliver-webhook';
import type { DeliverySchedule } from './delivery-schedule';
import type { DispatcherContext } from './dispatcher-context';
import type { WaitingDelivery } from './receiver';
import type { Slot } from './slots';

/** Pause after a failure before the claim (no database, no blob store). */
const RETRY_PAUSE_MS = 1_000;

export interface DeliveryQueueDependencies {
  schedule: DeliverySchedule;
  watchdog: SlotWatchdog;
  /** A slot held longer than this is released by force. */
  holdMs: number;
}

/** Starts due deliveries as slots become free, in fair turns; a slow address delays only its own deliveries. */
export class DeliveryQueue {
  /** The attempts of this process in flight, by task. */
  readonly #busy = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(
    private readonly context: DispatcherContext,
    private readonly dependencies: DeliveryQueueDependencies,
  ) {}

  /** Deliver as soon as a slot is free, if an attempt is due then. What is not listed is returned by a later poll. */
  offer(delivery: WaitingDelivery): void {
    if (this.#isStopped || this.#busy.has(delivery.id)) return;
    if (this.dependencies.schedule.add(delivery)) this.fill();
  }

  /** Start as many deliveries as slots allow. */
  fill(): void {
    while (this.#beginNext());
  }

  /** Start no more deliveries and wait for those in flight. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#busy.values());
  }

  #beginNext(): boolean {
    const started = this.#isStopped ? null : this.dependencies.schedule.next();
    if (!started) return false;
    const { id, slot } = started;
    // A task of an earlier version may be listed twice: by its message, and by a poll that knows only its host.
    if (this.#busy.has(id)) {
      slot.free(null);
      return true;
    }
    const held = this.#hold(slot);
    const work = Promise.race([outsideTraces(() => this.#deliver(id, held)), aborted(held.signal)]).then(
      () => {
        this.#busy.delete(id);
        held.free(null);
      },
    );
    this.#busy.set(id, work);
    return true;
  }

  /** Work that outlives its slot is abandoned: its writes are guarded, and a later poll returns its task. */
  #hold(slot: Slot): HeldSlot {
    const overrun = new AbortController();
    const free = (tookMs: number | null): void => {
      unwatch();
      slot.free(tookMs);
      this.fill();
    };
    const unwatch = this.dependencies.watchdog.watch(this.dependencies.holdMs, () => overrun.abort());
    return { free, signal: overrun.signal };
  }

  async #deliver(taskId: string, slot: HeldSlot): Promise<void> {
    let task: Task | null = null;
    try {
      task = await this.context.stores.tasks.find(taskId);
      const found = task;
      if (found) await withinTrace(found.traceparent, () => deliverWebhook(this.context, found, slot));
    } catch (error) {
      this.context.logger.warn('a delivery could not be started', {
        ...taskLogFields(task ?? { id: taskId }),
        error: messageOf(error),
      });
      if (!this.#isStopped) await pause(RETRY_PAUSE_MS);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
