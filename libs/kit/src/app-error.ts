import { findStepError, type ErrorCode } from '@medley/contracts';

export interface AppErrorOptions {
  /** Overrides `retryable` of the code. */
  retryable?: boolean;
  /** Machine-readable facts for the answer or the log; never secrets, never user text. */
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The error class for expected failures: a code of the catalogue and a message that users may read. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryable = options.retryable ?? findStepError(code).retryable;
    this.details = options.details ?? {};
  }
}
