import type { ServerResponse } from 'node:http';

const callbacks = Symbol('called when the response is closed');
interface ObservedResponse extends ServerResponse {
  [callbacks]?: (() => void)[];
}

/**
 * Call `done` exactly once: when the response was sent or its connection closed; immediately if that has happened. The socket
 * is observed too, because Node.js emits no `close` on a pipelined response that is still queued when the connection closes.
 */
export function onResponseClosed(response: ServerResponse, done: () => void): void {
  const { socket } = response.req;
  if (response.closed || socket.destroyed) done();
  else callbacksOf(response).push(done);
}

/** A request holds several resources; all of them share one pair of listeners. */
function callbacksOf(response: ObservedResponse): (() => void)[] {
  const present = response[callbacks];
  if (present) return present;
  const { socket } = response.req;
  const added: (() => void)[] = [];
  response[callbacks] = added;
  const settle = (): void => {
    response.off('close', settle);
    socket.off('close', settle);
    for (const done of added.splice(0)) done();
  };
  response.on('close', settle);
  socket.on('close', settle);
  return added;
}
