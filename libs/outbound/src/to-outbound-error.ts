import { errorCodeOf } from '@medley/kit';
import { OutboundError, type OutboundFailure } from './outbound';

const failureByCode: Readonly<Record<string, OutboundFailure>> = {
  ECONNREFUSED: 'connection refused',
  ETIMEDOUT: 'connect timed out',
  ECONNRESET: 'connection reset',
  ECONNABORTED: 'connection reset',
  EPIPE: 'connection reset',
  EPROTO: 'tls error',
};

/** Maps any error to an {@link OutboundError}; the original stays as its cause, for the log. */
export function toOutboundError(thrown: unknown, signal: AbortSignal): OutboundError {
  if (signal.aborted) return new OutboundError('aborted', { cause: thrown });
  if (thrown instanceof OutboundError) return thrown;
  const code = errorCodeOf(thrown) ?? '';
  if (code.startsWith('HPE_')) return new OutboundError('invalid response', { cause: thrown });
  if (code.startsWith('ERR_SSL_')) return new OutboundError('tls error', { cause: thrown });
  const failure = Object.hasOwn(failureByCode, code) ? failureByCode[code] : undefined;
  return new OutboundError(failure ?? 'network error', { cause: thrown });
}
