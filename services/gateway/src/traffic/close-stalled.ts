import type { Socket } from 'node:net';
import type { TransferLimits } from './traffic-limits';

interface Window {
  /** Monotonic time in ms. */
  startedAt: number;
  /** Bytes that had left the process at the start of the window. */
  sent: number;
}

const CHECKS_PER_WINDOW = 6;

/**
 * Close every connection with unsent bytes (of a response, a file or an event stream) whose client reads less than the
 * minimum. Returns the function that stops the checks.
 */
export function closeStalled(
  sockets: ReadonlySet<Socket>,
  limits: Pick<TransferLimits, 'writeWindowMs' | 'writeWindowBytesMin'>,
  onClosed: () => void,
): () => void {
  const windows = new WeakMap<Socket, Window>();
  const check = (socket: Socket, now: number): void => {
    const window = windows.get(socket);
    const sent = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0) windows.delete(socket);
    else if (!window) windows.set(socket, { startedAt: now, sent });
    else if (now - window.startedAt >= limits.writeWindowMs) {
      windows.set(socket, { startedAt: now, sent });
      if (sent - window.sent >= limits.writeWindowBytesMin) return;
      onClosed();
      socket.destroy();
    }
  };
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of sockets) check(socket, now);
  }, limits.writeWindowMs / CHECKS_PER_WINDOW);
  return () => clearInterval(timer);
}
