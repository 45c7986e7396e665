import type { Socket } from 'node:net';
import type { TransferLimits } from './traffic-limits';

interface Window {
  /** By the monotonic clock. */
  startedAt: number;
  /** Bytes that the client had taken then. */
  taken: number;
}

/** How often a window is looked into. */
const LOOKS = 6;

/**
 * Close every connection that has something to take and takes next to nothing, be it an answer, a file or an event stream.
 * Returns how to stop watching.
 */
export function closeStalled(
  sockets: ReadonlySet<Socket>,
  limits: Pick<TransferLimits, 'writeWindowMs' | 'writeWindowBytesMin'>,
  onCut: () => void,
): () => void {
  const windows = new WeakMap<Socket, Window>();
  const look = (socket: Socket, now: number): void => {
    const window = windows.get(socket);
    const taken = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0) windows.delete(socket);
    else if (!window) windows.set(socket, { startedAt: now, taken });
    else if (now - window.startedAt >= limits.writeWindowMs) {
      windows.set(socket, { startedAt: now, taken });
      if (taken - window.taken >= limits.writeWindowBytesMin) return;
      onCut();
      socket.destroy();
    }
  };
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of sockets) look(socket, now);
  }, limits.writeWindowMs / LOOKS);
  return () => clearInterval(timer);
}
