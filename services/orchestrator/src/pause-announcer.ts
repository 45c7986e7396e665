import type { SignalListener } from '@medley/broker';
import { signalTopics, type SignalBodies, type StepKind, type WorkerAnnouncement } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import type { MasterKeyState } from '@medley/store';
import type { OrchestratorContext } from './orchestrator-context';

type PauseContext = Pick<OrchestratorContext, 'broker' | 'stores' | 'logger'>;

/** The list is read again after this long: gateways and the admin command only write it. */
const READ_MS = 1_000;
/** It is sent again after this long, because signals may be lost. */
const REPEAT_MS = 2_000;
/** A worker that is heard again after this long gets the list again. */
const KNOWN_MS = 30_000;

/** Tells the workers which kinds are paused. Until the list has been read once it says nothing, and workers wait. */
export class PauseAnnouncer {
  readonly #context: PauseContext;
  /** Workers that have been told, and when they were last heard. */
  readonly #known = new Map<string, number>();
  #kinds: readonly StepKind[] | null = null;
  #sentAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isStopped = false;
  #listener: SignalListener | undefined;

  constructor(context: PauseContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { broker } = this.#context;
    await this.#read();
    this.#listener = await broker.listen(({ name, body }) => {
      if (name === 'worker.announced') this.#meet(body as WorkerAnnouncement);
    });
    await this.#listener.bind(signalTopics.workerAnnounced);
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#reading;
    await this.#listener?.close();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#reading = this.#read().then(() => {
        if (!this.#isStopped) this.#schedule();
      });
    }, READ_MS);
  }

  async #read(): Promise<void> {
    const { stores, logger } = this.#context;
    try {
      const kinds = (await stores.pauses.list()).map(({ kind }) => kind);
      const isChanged = kinds.join() !== this.#kinds?.join();
      this.#kinds = kinds;
      if (isChanged || performance.now() - this.#sentAt >= REPEAT_MS) this.#send();
    } catch (error) {
      // What was read last still holds.
      logger.warn('the paused kinds could not be read', { error: messageOf(error) });
    }
  }

  #meet({ kind, instance }: WorkerAnnouncement): void {
    const now = performance.now();
    for (const [key, at] of this.#known) if (now - at > KNOWN_MS) this.#known.delete(key);
    const key = `${kind} ${instance}`;
    const isKnown = this.#known.has(key);
    this.#known.set(key, now);
    if (!isKnown) this.#send();
  }

  #send(): void {
    if (!this.#kinds || this.#isStopped) return;
    this.#sentAt = performance.now();
    this.#context.broker.signal('kinds.paused', signalTopics.kindsPaused, {
      kinds: [...this.#kinds],
      ...announcedKeys(this.#context.stores.masterKey.known),
    });
  }
}

/** The keys that a worker needs: the one that seals, and during a rotation the one that older values are sealed with. */
function announcedKeys({
  fingerprint,
  next,
}: MasterKeyState): Pick<SignalBodies['kinds.paused'], 'master_key' | 'previous_master_key'> {
  return next === null ? { master_key: fingerprint } : { master_key: next, previous_master_key: fingerprint };
}
