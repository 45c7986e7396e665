import type { ServerResponse } from 'node:http';

/**
 * Call `done` once when the answer is out or its connection gone, at once if it is already. Of an answer that waits behind
 * another on the same connection (pipelining) Node never says `close` when the connection goes, so the socket is asked too.
 */
export function onceClosed(response: ServerResponse, done: () => void): void {
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
