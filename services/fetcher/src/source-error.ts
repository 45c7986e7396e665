import { AppError } from '@medley/kit';
import { OutboundError } from '@medley/outbound';

export function forbidden(message: string): AppError {
  return new AppError('ADDRESS_FORBIDDEN', message);
}

/** Why there was no response head. What ended the fetch from outside (`signal`) counts first. */
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

/** Why the body ended before its end. */
export function fromBodyError(thrown: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (!(thrown instanceof OutboundError)) return thrown;
  return new AppError('SOURCE_TRUNCATED', 'the source broke off before the end of the media', {
    cause: thrown,
  });
}

/** What a final status that brings no media means; null for one that does. */
export function fromStatus(status: number): AppError | null {
  const message = `the source answered ${status}`;
  if (status >= 500 || status === 429 || status === 408) return new AppError('SOURCE_UNAVAILABLE', message);
  // A part nobody asked for (206) must not pass for the whole.
  if (status < 200 || status >= 300 || status === 206) return new AppError('SOURCE_REFUSED', message);
  return null;
}
