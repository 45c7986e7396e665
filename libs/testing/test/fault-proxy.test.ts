import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { type FaultProxy, startFaultProxy, until, withFrozenTimers } from '@medley/testing';

let server: Server;
let proxy: FaultProxy;
let socket: Socket;
let received: string;
let ended: boolean;

beforeEach(async () => {
  server = createServer((peer) => peer.on('error', () => undefined).pipe(peer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await startFaultProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  received = '';
  ended = false;
  socket = connect(proxy.port, '127.0.0.1');
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('close', () => (ended = true)).on('error', () => undefined);
});
afterEach(async () => {
  socket.destroy();
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});

const echo = async (text: string): Promise<void> => {
  socket.write(text);
  await until(() => received.endsWith(text));
};

test('bytes pass both ways by default', async () => {
  await echo('hello');
  expect(received).toBe('hello');
});

test('a black hole holds bytes and delivers them when the mode changes', async () => {
  await echo('before');
  proxy.set({ kind: 'black-hole' });
  socket.write('inside');
  await until(() => socket.bytesWritten === 'beforeinside'.length);
  expect(received).toBe('before');
  proxy.set({ kind: 'pass' });
  await until(() => received === 'beforeinside');
});

test('a reset ends open connections and new ones', async () => {
  await echo('hello');
  proxy.set({ kind: 'reset' });
  await until(() => ended);
  ended = false;
  connect(proxy.port, '127.0.0.1')
    .on('error', () => undefined)
    .on('close', () => (ended = true));
  await until(() => ended);
});

test('latency delays each way, in order', async () => {
  await echo('hello');
  proxy.set({ kind: 'latency', ms: 60 });
  await withFrozenTimers(async (timers) => {
    const startedAt = timers.now();
    for (const letter of 'abcdef') socket.write(letter);
    await until(async () => {
      await timers.advance(1);
      return received.length === 11;
    });
    expect(received).toBe('helloabcdef');
    expect(timers.now() - startedAt).toBeGreaterThanOrEqual(120);
  });
});

test('a cut passes exactly its number of bytes', async () => {
  await echo('hello');
  proxy.set({ kind: 'cut-after', bytes: 4 });
  socket.write('abcdefgh');
  await until(() => ended);
  expect('helloabcd').toContain(received);
});
