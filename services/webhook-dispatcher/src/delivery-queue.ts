import { receiverHost, type Task } from '@medley/contracts';
import { messageOf, type SlotWatchdog } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';
import { deliverWebhook, type HeldSlot } from './deliver-webhook';
import { dueTrigger } from './delivery-state';
import type { DispatcherContext } from './dispatcher-context';
import type { Slot, Slots } from './slots';
import type { WaitingList } from './waiting-list';

/** Pause after a failure before the claim (no database, no blob store). */
const RETRY_PAUSE_MS = 1_000;

export interface DeliveryQueueDependencies {
  slots: Slots;
  waiting: WaitingList;
  watchdog: SlotWatchdog;
  /** A slot held longer than this is released by force. */
  holdMs: number;
}

/** Starts due deliveries as slots become free; a slow host delays only its own deliveries. */
export class DeliveryQueue {
  /** The attempts of this process in flight, by task. */
  readonly #busy = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(
    private readonly context: DispatcherContext,
    private readonly dependencies: DeliveryQueueDependencies,
  ) {}

  /** Deliver as soon as a slot is free, if an attempt is due now; otherwise a later poll returns the task. */
  offer(task: Task): void {
    const { delivery } = task;
    if (this.#isStopped || !delivery || this.#busy.has(task.id)) return;
    if (!dueTrigger(delivery, this.context.delays, this.context.stores.now())) return;
    this.dependencies.waiting.add(receiverHost(delivery.url), task.id);
    this.fill();
  }

  /** Start as many deliveries as slots allow. */
  fill(): void {
    const { slots, waiting } = this.dependencies;
    const isReady = (host: string): boolean => !slots.isSaturated(host);
    for (const host of waiting.hosts().filter((one) => slots.isQuick(one))) {
      while (this.#beginNext(host));
    }
    for (let host = waiting.nextHost(isReady); host !== null; host = waiting.nextHost(isReady)) {
      if (!this.#beginNext(host)) return;
    }
  }

  /** Start no more deliveries and wait for those in flight. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#busy.values());
  }

  #beginNext(host: string): boolean {
    const slot = this.#isStopped ? null : this.dependencies.slots.take(host);
    if (!slot) return false;
    const taskId = this.dependencies.waiting.shift(host);
    if (taskId === null) {
      slot.free(null);
      return false;
    }
    const held = this.#hold(slot);
    const work = Promise.race([this.#deliver(taskId, held), aborted(held.signal)]).then(() => {
      this.#busy.delete(taskId);
      held.free(null);
    });
    this.#busy.set(taskId, work);
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
    try {
      const task = await this.context.stores.tasks.find(taskId);
      if (task) await deliverWebhook(this.context, task, slot);
    } catch (error) {
      this.context.logger.warn('a delivery could not be started', {
        task_id: taskId,
        error: messageOf(error),
      });
      if (!this.#isStopped) await pause(RETRY_PAUSE_MS);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
