import { createOutbound, OutboundError, type OutboundRequest, type OutboundResponse } from '@medley/outbound';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from '@medley/testing';
import { serveTcp, type Listener } from './listener';

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';

let peer: Listener;
/** Connections that are open now. */
let open: Set<Socket>;

/** A server that sends this reply to a request; `repeated`: until the client disconnects. */
async function startPeer(first: string, repeated = ''): Promise<string> {
  const sockets = new Set<Socket>();
  open = sockets;
  peer = await serveTcp((socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', () => {
      socket.write(first);
      if (repeated !== '') repeat(socket, repeated);
    });
  });
  return `http://127.0.0.1:${peer.port}/`;
}

function repeat(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5);
  socket.once('close', () => clearInterval(timer));
}

/** A request whose signal the test controls. */
function request(url: string, signal: AbortSignal): OutboundRequest {
  return {
    method: 'POST',
    url,
    headers: {},
    body: Buffer.from('{}'),
    signal,
    dnsTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
  };
}

const send = (url: string, signal: AbortSignal): Promise<OutboundResponse> =>
  createOutbound({ allow: ['127.0.0.0/8'] }).open(request(url, signal));

/** A signal that never aborts. */
const noDeadline = (): AbortSignal => new AbortController().signal;

afterEach(() => peer.close());

test('a server that switches protocols is refused at once and disconnected', async () => {
  const url = await startPeer(SWITCH);

  await expect(send(url, noDeadline())).rejects.toEqual(new OutboundError('protocol switch refused'));

  await until(() => open.size === 0);
});

test.each([
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['103 Early Hints', EARLY_HINTS],
])('a flood of %s is refused and disconnected', async (_name, informational) => {
  const url = await startPeer(informational.repeat(500), informational);

  await expect(send(url, noDeadline())).rejects.toEqual(new OutboundError('invalid response'));

  await until(() => open.size === 0);
});

test('a few informational responses do not prevent the final one', async () => {
  const url = await startPeer(`${EARLY_HINTS.repeat(10)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`);

  const { status, body } = await send(url, noDeadline());

  expect([status, (await buffer(body)).toString()]).toEqual([200, 'ok']);
});

test.each([
  ['says nothing', '', ''],
  ['drips headers', 'HTTP/1.1 200 OK\r\n', 'X-Drip: 1\r\n'],
  ['drips an early hint', 'HTTP/1.1 103 Early Hints\r\n', 'X: 1\r\n'],
])('the deadline ends an exchange with a peer that %s', async (_name, first, repeated) => {
  const url = await startPeer(first, repeated);
  const deadline = new AbortController();
  const sent = send(url, deadline.signal);
  await until(() => open.size === 1);

  deadline.abort();

  await expect(sent).rejects.toMatchObject({ failure: 'aborted' });
  await until(() => open.size === 0);
});

test.each([
  ['never ends', '', ''],
  ['is endless', '', '1\r\nx\r\n'],
  ['has trailers without end', '0\r\n', 'X-Trailer: 1\r\n'],
])('the deadline ends a body that %s', async (_name, first, repeated) => {
  const url = await startPeer(HEAD + first, repeated);
  const deadline = new AbortController();
  const { body } = await send(url, deadline.signal);
  const read = buffer(body);

  deadline.abort();

  await expect(read).rejects.toMatchObject({ failure: 'aborted' });
  await until(() => open.size === 0);
});

test('destroying a half-read body closes its connection at once', async () => {
  const url = await startPeer(`${HEAD}1\r\nx\r\n`);
  const { body } = await send(url, noDeadline());
  const chunks = body[Symbol.asyncIterator]();
  await chunks.next();
  const pending = chunks.next().catch(() => undefined);

  body.destroy();

  await until(() => open.size === 0);
  await pending;
});

test('the signal ends a name lookup that ignores it', async () => {
  peer = await serveTcp();
  const outbound = createOutbound({ allow: [], resolve: () => new Promise(() => undefined) });
  const deadline = new AbortController();
  const sent = outbound.open(request('http://example.com/', deadline.signal));

  deadline.abort();

  await expect(sent).rejects.toMatchObject({ failure: 'aborted' });
});
