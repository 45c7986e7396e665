import type { SignalBodies, StepKind } from '@medley/contracts';
import type { Health, Keyring, Logger } from '@medley/kit';

interface MasterKeyCheckOptions {
  kind: StepKind;
  /** Of the master keys of this process; absent: its steps use none. */
  keyring: Keyring | undefined;
  logger: Logger;
  health: Health;
}

/**
 * Compares the master keys of a worker, which has no database, with those that the orchestrator reads there. A worker without
 * one of them would fail every step that has something sealed with it, so it takes none.
 */
export class MasterKeyCheck {
  readonly #options: MasterKeyCheckOptions;
  #reason: string | null = null;

  constructor(options: MasterKeyCheckOptions) {
    this.#options = options;
    options.health.register(`${options.kind} master key`, () => this.#reason);
  }

  /** Orchestrators of earlier versions say nothing about their key. */
  accepts({
    master_key: sealing,
    previous_master_key: previous,
  }: Omit<SignalBodies['kinds.paused'], 'kinds'>): boolean {
    const { keyring } = this.#options;
    if (!keyring || sealing === undefined) return this.#settle(null);
    keyring.sealWith(sealing);
    if (!keyring.has(sealing)) {
      const own = keyring.fingerprints.join(', ');
      return this.#settle(
        `MASTER_KEY is not the one of the orchestrator: its fingerprint is ${own}, not ${sealing}`,
      );
    }
    const isOpen = previous === undefined || keyring.has(previous);
    return this.#settle(
      isOpen
        ? null
        : `the master key is being rotated: set MASTER_KEY_PREVIOUS to the key before (${previous})`,
    );
  }

  #settle(reason: string | null): boolean {
    const { logger, kind } = this.#options;
    if (reason !== null && reason !== this.#reason)
      logger.error('MASTER_KEY is wrong, this process takes no steps', { kind, reason });
    this.#reason = reason;
    return reason === null;
  }
}
