import type { IncomingMessage } from 'node:http';
import type { TransferLimits } from '../traffic/traffic-limits';

/**
 * Close the connection of a streamed body that brings fewer bytes in a window than `bodyWindowBytesMin`; a window in which
 * the service itself did not read does not count. Returns a function that ends the watch.
 */
export function enforcePace(
  request: IncomingMessage,
  { bodyWindowMs, bodyWindowBytesMin }: Pick<TransferLimits, 'bodyWindowMs' | 'bodyWindowBytesMin'>,
): () => void {
  let before = request.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = request.socket;
    const isSlow = bytesRead - before < bodyWindowBytesMin;
    before = bytesRead;
    if (request.complete) clearInterval(timer);
    else if (isSlow && !request.isPaused() && request.readableLength === 0) request.destroy();
  }, bodyWindowMs);
  return () => clearInterval(timer);
}
