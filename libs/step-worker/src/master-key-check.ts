import type { StepKind } from '@medley/contracts';
import type { Health, Logger } from '@medley/kit';

interface MasterKeyCheckOptions {
  kind: StepKind;
  /** Of the master keys of this process; absent: its steps use none. */
  fingerprints: readonly string[] | undefined;
  logger: Logger;
  health: Health;
}

/**
 * Compares the master key of a worker, which has no database, with the one that the orchestrator has compared with its
 * database. A worker with another key would fail every step that has something sealed, so it takes none.
 */
export class MasterKeyCheck {
  readonly #options: MasterKeyCheckOptions;
  #reason: string | null = null;

  constructor(options: MasterKeyCheckOptions) {
    this.#options = options;
    options.health.register(`${options.kind} master key`, () => this.#reason);
  }

  /** `fingerprint` is undefined from orchestrators of earlier versions, which say nothing about their key. */
  accepts(fingerprint: string | undefined): boolean {
    const { fingerprints, logger, kind } = this.#options;
    const isRight = !fingerprints || fingerprint === undefined || fingerprints.includes(fingerprint);
    const reason = isRight
      ? null
      : `MASTER_KEY is not the one of the orchestrator: its fingerprint is ${fingerprints.join(', ')}, not ${fingerprint}`;
    if (reason !== null && reason !== this.#reason) {
      logger.error('MASTER_KEY is wrong, this process takes no steps', { kind, reason });
    }
    this.#reason = reason;
    return isRight;
  }
}
