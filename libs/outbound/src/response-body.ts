import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { OutboundError } from './outbound';
import { toOutboundError } from './to-outbound-error';

interface Exchange {
  socket: Socket;
  signal: AbortSignal;
  /** What went wrong with the exchange, if anything did. */
  failure(): unknown;
}

/**
 * The body with its errors in our words. It ends with the signal, whatever the peer does, and closes the connection
 * however it ends, even if never read.
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
  // An end before anybody reads would otherwise be an error without a listener.
  body.on('error', () => undefined);
  raw
    .on('data', (chunk: Buffer) => void (body.push(chunk) || raw.pause()))
    // Bytes beyond the announced length are an error of the request only, but the body was cut short by it.
    .once('end', () => (failure() ? fail(failure()) : body.push(null)))
    .on('error', fail)
    .once('close', () => raw.readableEnded || fail(new OutboundError('connection reset')))
    .pause();
  if (signal.aborted) onAbort();
  return body;
}
