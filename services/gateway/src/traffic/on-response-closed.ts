import type { ServerResponse } from 'node:http';

/**
 * Call `done` exactly once: when the response was sent or its connection closed; immediately if that has happened. The socket
 * is observed too, because Node.js emits no `close` on a pipelined response that is still queued when the connection closes.
 */
export function onResponseClosed(response: ServerResponse, done: () => void): void {
  const { socket } = response.req;
  if (response.closed || socket.destroyed) {
    done();
    return;
  }
  const settle = (): void => {
    response.off('close', settle);
    socket.off('close', settle);
    done();
  };
  response.on('close', settle);
  socket.on('close', settle);
}
