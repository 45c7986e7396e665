import { messageOf, type Logger } from '@medley/kit';
import {
  sealedCollections,
  type MasterKeyState,
  type ResealBatch,
  type RotationProgress,
  type Stores,
} from '@medley/store';
import type { Broker } from '@medley/broker';
import { Lease } from '../lease';
import { KeyHolders } from './key-holders';
import { resealTasks, type ResealContext } from './reseal-task';
import type { RotationTimes } from './rotation-times';

export interface RotatorContext extends ResealContext {
  broker: Broker;
  stores: ResealContext['stores'] & Pick<Stores, 'leases' | 'now'>;
  logger: Logger;
}

/**
 * Rotates the master key of the database to that of `MASTER_KEY`, see docs/adr/0028-rotation-of-the-master-key.md. It begins when
 * every process can open what the new key seals. The progress is in the database: whichever process has the lease goes on there.
 */
export class KeyRotator {
  readonly #context: RotatorContext;
  readonly #times: RotationTimes;
  readonly #holders: KeyHolders;
  readonly #lease: Lease;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** What the rotation waits for; null: nothing. */
  #obstacle: string | null = null;
  #loggedAt = -Infinity;
  /** This process was started to rotate the key; not any more once that has been done. */
  #isWanted: boolean;

  constructor(context: RotatorContext, times: RotationTimes) {
    const { keyring, masterKey } = context.stores;
    this.#isWanted = masterKey.known.fingerprint !== keyring.current;
    this.#context = context;
    this.#times = times;
    this.#holders = new KeyHolders(times.reportTtlMs);
    this.#lease = new Lease(context.stores.leases, { name: 'master-key', leaseMs: times.leaseMs });
  }

  /** A process with one key has nothing to rotate. */
  async start(): Promise<void> {
    if (this.#context.stores.keyring.fingerprints.length < 2) return;
    await this.#holders.listen(this.#context.broker);
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
    await this.#lease.release();
    await this.#holders.close();
  }

  /** For `/health`; null: there is nothing to say. */
  describe(): string | null {
    const { next, rotation } = this.#context.stores.masterKey.known;
    const obstacle = this.#obstacle === null ? '' : `; it waits for ${this.#obstacle}`;
    if (next === null || !rotation)
      return obstacle === '' ? null : `the master key is to be rotated${obstacle}`;
    const { round, examined, resealed } = rotation;
    const progress = `round ${round}, ${examined} documents looked at, ${resealed} sealed again`;
    return `the master key is being rotated to ${next}: ${progress}${obstacle}`;
  }

  #schedule(ms: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#working = this.#step().then(
        (pauseMs) => this.#schedule(pauseMs),
        (error: unknown) => {
          this.#context.logger.warn('rotating the master key failed, it is repeated', {
            error: messageOf(error),
          });
          this.#schedule(this.#times.idleMs);
        },
      );
    }, ms).unref();
  }

  /** One batch at most. Returns the pause before the next step in milliseconds. */
  async #step(): Promise<number> {
    const { stores } = this.#context;
    const state = await stores.masterKey.read();
    if (state.next === null) {
      if (state.fingerprint === stores.keyring.current) this.#isWanted = false;
      if (this.#isWanted) return this.#begin();
      this.#obstacle = null;
      return this.#times.idleMs;
    }
    if (!state.rotation || !(await this.#lease.hold())) return this.#times.idleMs;
    const { rotation } = state;
    if (isRoundStart(rotation)) {
      this.#obstacle = this.#beforeRound(state.next, rotation);
      if (this.#obstacle !== null) return this.#times.idleMs;
    }
    return this.#work(state, rotation);
  }

  async #begin(): Promise<number> {
    const { logger, stores } = this.#context;
    const { listenMs, idleMs } = this.#times;
    const lacking = this.#holders.lacking(stores.keyring.current);
    const isHeard = this.#holders.listenedMs >= listenMs;
    const before = this.#obstacle;
    this.#obstacle =
      lacking.length > 0
        ? `the new key in ${lacking.join(', ')}`
        : isHeard
          ? null
          : 'reports of all processes about their keys';
    if (lacking.length > 0 && isHeard && this.#obstacle !== before)
      logger.warn('the master key is not rotated yet', { reason: this.#obstacle });
    if (this.#obstacle !== null) return idleMs;
    if (await stores.masterKey.beginRotation())
      logger.info('the master key is being rotated', { state: stores.keyring.current });
    return 0;
  }

  /** A round may begin when nobody seals with the key before any more. Returns what it waits for. */
  #beforeRound(next: string, { begun_at }: RotationProgress): string | null {
    const { listenMs, settleMs } = this.#times;
    const isSettled = this.#context.stores.now().getTime() - begun_at.getTime() >= settleMs;
    if (!isSettled || this.#holders.listenedMs < listenMs) return 'all processes to seal with the new key';
    const others = this.#holders.sealingOtherwise(next);
    return others.length === 0 ? null : `${others.join(', ')} to seal with the new key`;
  }

  async #work({ next }: MasterKeyState, from: RotationProgress): Promise<number> {
    const { masterKey } = this.#context.stores;
    const since = performance.now();
    const batch = await this.#reseal(from);
    const to = advance(from, batch);
    if (to === 'end') return this.#endRound(from, next);
    if (await masterKey.saveProgress(from, to)) this.#log(to);
    return Math.max(this.#times.restMs, performance.now() - since);
  }

  #reseal({ collection, after, begun_at }: RotationProgress): Promise<ResealBatch> {
    const { masterKey } = this.#context.stores;
    switch (collection) {
      case 'accounts':
        return masterKey.resealAccounts(after);
      case 'idempotency':
        return masterKey.resealReplays(after);
      case 'tasks':
        return resealTasks(this.#context, after, new Date(begun_at.getTime() + this.#times.settleMs));
    }
  }

  async #endRound(from: RotationProgress, next: string | null): Promise<number> {
    const { logger, stores } = this.#context;
    const { pauseMs, pauseMaxMs } = this.#times;
    if (from.open > 0) {
      await stores.masterKey.saveProgress(from, nextRound(from));
      this.#log(from, true);
      return Math.min(pauseMaxMs, pauseMs * 2 ** Math.min(from.round - 1, 10));
    }
    if (await stores.masterKey.endRotation(from))
      logger.warn('the master key has been rotated: MASTER_KEY_PREVIOUS may be removed', {
        ...{ state: next, count: from.resealed },
      });
    return 0;
  }

  #log({ round, collection, examined, resealed, unreadable }: RotationProgress, always = false): void {
    const { logger } = this.#context;
    if (!always && performance.now() - this.#loggedAt < this.#times.logMs) return;
    this.#loggedAt = performance.now();
    const state = `round ${round}: ${collection}, ${examined} documents looked at`;
    logger.info('sealed values are sealed again', { state, count: resealed });
    if (unreadable > 0) logger.error('sealed values cannot be opened', { state, count: unreadable });
  }
}

function isRoundStart({ collection, after }: RotationProgress): boolean {
  return collection === sealedCollections[0] && after === '';
}

function nextRound(from: RotationProgress): RotationProgress {
  const [collection] = sealedCollections;
  return { ...from, round: from.round + 1, collection, after: '', examined: 0, open: 0, unreadable: 0 };
}

/** The progress after a batch; `end`: it was the last one of the round, and empty. */
function advance(from: RotationProgress, batch: ResealBatch): RotationProgress | 'end' {
  const following = sealedCollections[sealedCollections.indexOf(from.collection) + 1];
  if (batch.after === null && following === undefined) return 'end';
  return {
    ...from,
    collection: batch.after === null ? (following ?? from.collection) : from.collection,
    after: batch.after ?? '',
    examined: from.examined + batch.examined,
    open: from.open + batch.resealed + batch.left,
    resealed: from.resealed + batch.resealed,
    unreadable: from.unreadable + batch.unreadable,
  };
}
