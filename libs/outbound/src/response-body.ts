import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { OutboundError } from './outbound';
import { toOutboundError } from './to-outbound-error';

interface Exchange {
  socket: Socket;
  signal: AbortSignal;
  /** The error of the exchange, if there was one. */
  failure(): unknown;
}

/**
 * The body as a stream whose errors are {@link OutboundError}s. It ends when the signal aborts and always closes the
 * connection, even when it is never read.
 */
export function responseBody(raw: Readable, { socket, signal, failure }: Exchange): Readable {
  const body = new Readable({
    read: () => void raw.resume(),
    destroy: (error, done) => {
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
      done(error);
    },
  });
  const fail = (cause: unknown): void => void body.destroy(toOutboundError(cause, signal));
  const onAbort = (): void => fail(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  // An abort before the caller reads would otherwise be an `error` event without a listener.
  body.on('error', () => undefined);
  raw
    .on('data', (chunk: Buffer) => {
      if (!body.push(chunk)) raw.pause();
    })
    // Bytes beyond Content-Length are reported as an error of the request only, although they truncate the body.
    .once('end', () => (failure() ? fail(failure()) : body.push(null)))
    .on('error', fail)
    .once('close', () => raw.readableEnded || fail(new OutboundError('connection reset')))
    .pause();
  if (signal.aborted) onAbort();
  return body;
}
