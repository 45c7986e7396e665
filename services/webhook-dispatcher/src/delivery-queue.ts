import { receiverHost, type Task } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';
import { deliverWebhook } from './deliver-webhook';
import { dueTrigger } from './delivery-moves';
import type { Engine } from './ports';
import type { Slot, Slots } from './slots';
import type { WaitingList } from './waiting-list';

/** What could not even be begun (no database, no blob store) is not tried again sooner than this. */
const TROUBLE_PAUSE_MS = 1_000;

/** Puts due deliveries into slots as they come free; a slow host delays nobody but itself. */
export class DeliveryQueue {
  /** Tasks with an attempt of ours under way, and when it ends. */
  readonly #busy = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(
    private readonly engine: Engine,
    private readonly slots: Slots,
    private readonly waiting: WaitingList<Task>,
  ) {}

  /** Deliver as soon as a slot is free, if an attempt is due now; else the clock will name the task again. */
  offer(task: Task): void {
    const { delivery } = task;
    if (this.#isStopped || !delivery || this.#busy.has(task.id)) return;
    if (!dueTrigger(delivery, this.engine.delays, this.engine.stores.now())) return;
    this.waiting.add(receiverHost(delivery.url), task.id, task);
    this.fill();
  }

  /** Begin whatever slots allow. */
  fill(): void {
    const isReady = (host: string): boolean => !this.slots.isSaturated(host);
    for (const host of this.waiting.hosts().filter((one) => this.slots.isQuick(one))) {
      while (this.#beginNext(host));
    }
    for (let host = this.waiting.nextHost(isReady); host !== null; host = this.waiting.nextHost(isReady)) {
      if (!this.#beginNext(host)) return;
    }
  }

  /** Begin nothing more and wait for what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#busy.values());
  }

  #beginNext(host: string): boolean {
    const slot = this.#isStopped ? null : this.slots.take(host);
    if (!slot) return false;
    const task = this.waiting.shift(host);
    if (!task) {
      slot.free(null);
      return false;
    }
    const refilling = { free: (tookMs: number | null) => this.#free(slot, tookMs) };
    const work = this.#deliver(task, refilling).then(() => {
      this.#busy.delete(task.id);
      this.#free(slot, null);
    });
    this.#busy.set(task.id, work);
    return true;
  }

  #free(slot: Slot, tookMs: number | null): void {
    slot.free(tookMs);
    this.fill();
  }

  async #deliver(task: Task, slot: Slot): Promise<void> {
    try {
      await deliverWebhook(this.engine, task, slot);
    } catch (error) {
      this.engine.logger.warn('a delivery could not be begun', {
        task_id: task.id,
        error: messageOf(error),
      });
      if (!this.#isStopped) await pause(TROUBLE_PAUSE_MS);
    }
  }
}
