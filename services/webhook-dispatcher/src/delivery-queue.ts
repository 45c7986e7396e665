import { receiverHost, type Task } from '@medley/contracts';
import { messageOf, type SlotWatchdog } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';
import { deliverWebhook, type HeldSlot } from './deliver-webhook';
import { dueTrigger } from './delivery-moves';
import type { Engine } from './ports';
import type { Slot, Slots } from './slots';
import type { WaitingList } from './waiting-list';

/** What could not even be begun (no database, no blob store) is not tried again sooner than this. */
const TROUBLE_PAUSE_MS = 1_000;

export interface DeliveryQueueParts {
  slots: Slots;
  waiting: WaitingList;
  watchdog: SlotWatchdog;
  /** A slot held longer than this is freed by force. */
  holdMs: number;
}

/** Puts due deliveries into slots as they come free; a slow host delays nobody but itself. */
export class DeliveryQueue {
  /** Tasks with an attempt of ours under way, and when it ends. */
  readonly #busy = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(
    private readonly engine: Engine,
    private readonly parts: DeliveryQueueParts,
  ) {}

  /** Deliver as soon as a slot is free, if an attempt is due now; else the clock will name the task again. */
  offer(task: Task): void {
    const { delivery } = task;
    if (this.#isStopped || !delivery || this.#busy.has(task.id)) return;
    if (!dueTrigger(delivery, this.engine.delays, this.engine.stores.now())) return;
    this.parts.waiting.add(receiverHost(delivery.url), task.id);
    this.fill();
  }

  /** Begin whatever slots allow. */
  fill(): void {
    const { slots, waiting } = this.parts;
    const isReady = (host: string): boolean => !slots.isSaturated(host);
    for (const host of waiting.hosts().filter((one) => slots.isQuick(one))) {
      while (this.#beginNext(host));
    }
    for (let host = waiting.nextHost(isReady); host !== null; host = waiting.nextHost(isReady)) {
      if (!this.#beginNext(host)) return;
    }
  }

  /** Begin nothing more and wait for what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#busy.values());
  }

  #beginNext(host: string): boolean {
    const slot = this.#isStopped ? null : this.parts.slots.take(host);
    if (!slot) return false;
    const taskId = this.parts.waiting.shift(host);
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

  /** What outlives its slot is left to itself: its writes are guarded, and the clock may name its task again. */
  #hold(slot: Slot): HeldSlot {
    const overrun = new AbortController();
    const free = (tookMs: number | null): void => {
      unwatch();
      slot.free(tookMs);
      this.fill();
    };
    const unwatch = this.parts.watchdog.watch(this.parts.holdMs, () => overrun.abort());
    return { free, signal: overrun.signal };
  }

  async #deliver(taskId: string, slot: HeldSlot): Promise<void> {
    try {
      const task = await this.engine.stores.tasks.find(taskId);
      if (task) await deliverWebhook(this.engine, task, slot);
    } catch (error) {
      this.engine.logger.warn('a delivery could not be begun', {
        task_id: taskId,
        error: messageOf(error),
      });
      if (!this.#isStopped) await pause(TROUBLE_PAUSE_MS);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
