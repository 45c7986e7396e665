import { findStepError, type ErrorCode } from '@medley/contracts';

export interface AppErrorOptions {
  /** Overrules what the code's row says. */
  retryable?: boolean;
  /** Machine-readable facts for the answer or the log; never secrets, never user text. */
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The one error of the code base: a code from the catalogue and a sentence a user may read. */
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
