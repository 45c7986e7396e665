import { AppError } from '@medley/kit';
import { OutboundError } from '@medley/outbound';

/** The failure of a link that leads to an address that may not be reached. */
export function forbidden(message: string): AppError {
  return new AppError('ADDRESS_FORBIDDEN', message);
}

/** The failure to report when no response head arrived. The reason of an aborted signal takes precedence. */
export function fromOpenError(thrown: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (!(thrown instanceof OutboundError)) return thrown;
  if (thrown.failure === 'forbidden address') {
    return forbidden('the link leads to an address that is not public');
  }
  if (thrown.failure === 'protocol switch refused') {
    return new AppError('SOURCE_REFUSED', 'the source would switch to another protocol', { cause: thrown });
  }
  return new AppError('SOURCE_UNREACHABLE', `the source could not be connected to: ${thrown.failure}`, {
    cause: thrown,
  });
}

/** The failure to report when the body broke off. The reason of an aborted signal takes precedence. */
export function fromBodyError(thrown: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (!(thrown instanceof OutboundError)) return thrown;
  return new AppError('SOURCE_TRUNCATED', 'the source broke off before the end of the media', {
    cause: thrown,
  });
}

/** The failure for an HTTP status without media; null for a status with media. */
export function fromStatus(status: number): AppError | null {
  const message = `the source answered ${status}`;
  if (status >= 500 || status === 429 || status === 408) return new AppError('SOURCE_UNAVAILABLE', message);
  // No range was requested, so a partial response (206) is not the whole file.
  if (status < 200 || status >= 300 || status === 206) return new AppError('SOURCE_REFUSED', message);
  return null;
}
