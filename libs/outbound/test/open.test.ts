import { createOutbound, OutboundError, type OutboundRequest, type OutboundResponse } from '@medley/outbound';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { until } from '@medley/testing';
import { serveHttp, serveTcp, type Listener } from './listener';

const listeners: Listener[] = [];

async function keep(starting: Promise<Listener>): Promise<Listener> {
  const listener = await starting;
  listeners.push(listener);
  return listener;
}

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  const { signal } = new AbortController();
  return { method: 'GET', url, headers: {}, signal, dnsTimeoutMs: 60_000, connectTimeoutMs: 60_000, ...more };
}

/** Opens loopback, where the tests listen; every name leads there. */
const open = (request: OutboundRequest): Promise<OutboundResponse> =>
  createOutbound({ allow: ['127.0.0.0/8'], resolve: () => Promise.resolve(['127.0.0.1']) }).open(request);

function failsWith(promise: Promise<unknown>, failure: string): Promise<void> {
  return expect(promise).rejects.toEqual(expect.objectContaining({ name: 'OutboundError', failure }));
}

describe('an exchange with an address a user named', () => {
  it('carries method, headers and body, and the original name', async () => {
    const { port } = await keep(
      serveHttp((request, response) => {
        void text(request).then((body) => {
          const { host, connection, 'x-test': test } = request.headers;
          response.end(
            JSON.stringify({ method: request.method, url: request.url, host, connection, test, body }),
          );
        });
      }),
    );
    const { status, body } = await open(
      get(`http://Receiver.example:${port}/a%20b?x=1#part`, {
        method: 'POST',
        headers: { 'X-Test': 'yes', 'Content-Type': 'application/json' },
        body: Buffer.from('{"a":1}'),
      }),
    );
    expect(status).toBe(200);
    expect(JSON.parse(await text(body))).toEqual({
      method: 'POST',
      url: '/a%20b?x=1',
      host: `receiver.example:${port}`,
      connection: 'close',
      test: 'yes',
      body: '{"a":1}',
    });
  });

  it.each([200, 204, 301, 404, 429, 503])(
    'returns status %d unchanged, without following redirects',
    async (status) => {
      const canary = await keep(serveTcp());
      const { port } = await keep(
        serveHttp((_request, response) => {
          response
            .writeHead(status, { Location: `http://127.0.0.1:${canary.port}/`, 'Set-Cookie': ['a=1', 'b=2'] })
            .end();
        }),
      );
      const response = await open(get(`http://127.0.0.1:${port}/`));
      expect(response.status).toBe(status);
      expect(response.headers['set-cookie']).toBe('a=1, b=2');
      expect(await text(response.body)).toBe('');
      expect(canary.connections).toBe(0);
    },
  );

  it('passes compressed bytes through', async () => {
    const packed = gzipSync('x'.repeat(10_000));
    const { port } = await keep(
      serveHttp((_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed)),
    );
    const { body, headers } = await open(get(`http://127.0.0.1:${port}/`));
    expect(headers['content-encoding']).toBe('gzip');
    expect(Buffer.concat(await body.toArray())).toEqual(packed);
  });

  it('tries the next address when one does not answer', async () => {
    const { port } = await keep(serveHttp((_request, response) => response.end('here')));
    const outbound = createOutbound({
      allow: ['127.0.0.0/8'],
      resolve: () => Promise.resolve(['127.0.0.9', '127.0.0.1']),
    });
    const { body } = await outbound.open(get(`http://example.com:${port}/`));
    expect(await text(body)).toBe('here');
  });

  it('closes the connection of a body that is not read', async () => {
    let isClosed = false;
    const { port } = await keep(
      serveHttp((request, response) => {
        request.socket.on('close', () => (isClosed = true));
        response.write('more to come');
      }),
    );
    const { body } = await open(get(`http://127.0.0.1:${port}/`));
    body.destroy();
    await until(() => isClosed);
  });
});

describe('a failed exchange has a known code', () => {
  it('a name that is not known', async () => {
    const resolve = (): Promise<string[]> => Promise.reject(new Error('queryA ENOTFOUND'));
    await failsWith(
      createOutbound({ allow: [], resolve }).open(get('http://example.com/')),
      'name not found',
    );
    const none = createOutbound({ allow: [], resolve: () => Promise.resolve([]) });
    await failsWith(none.open(get('http://example.com/')), 'name not found');
  });

  it('a name server that hangs', async () => {
    const resolve = (): Promise<string[]> => new Promise(() => undefined);
    const request = get('http://example.com/', { dnsTimeoutMs: 50 });
    await failsWith(createOutbound({ allow: [], resolve }).open(request), 'name lookup timed out');
  });

  it('a closed port', async () => {
    const { port, close } = await serveTcp();
    await close();
    await failsWith(open(get(`http://127.0.0.1:${port}/`)), 'connection refused');
  });

  it('a connection cut before the answer', async () => {
    const { port } = await keep(serveTcp((socket) => socket.once('data', () => socket.destroy())));
    await failsWith(open(get(`http://127.0.0.1:${port}/`)), 'connection reset');
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a head over 16 KiB', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['many headers over 16 KiB', `HTTP/1.1 200 OK\r\n${'X-Some: 0123456789\r\n'.repeat(2_000)}\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  ])('%s', async (_name, answer) => {
    const { port } = await keep(serveTcp((socket) => socket.once('data', () => socket.write(answer))));
    await failsWith(open(get(`http://127.0.0.1:${port}/`)), 'invalid response');
  });

  it.each([
    ['a body shorter than announced', 'Content-Length: 100\r\n\r\nshort'],
    ['chunks without their end', 'Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n'],
  ])('%s', async (_name, rest) => {
    const answer = `HTTP/1.1 200 OK\r\n${rest}`;
    const { port } = await keep(serveTcp((socket) => socket.once('data', () => socket.end(answer))));
    const { body } = await open(get(`http://127.0.0.1:${port}/`));
    await failsWith(text(body), 'connection reset');
  });

  it('a body longer than announced', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nmore than five bytes';
    const { port } = await keep(serveTcp((socket) => socket.once('data', () => socket.write(answer))));
    const { body } = await open(get(`http://127.0.0.1:${port}/`));
    await failsWith(text(body), 'invalid response');
  });
});

describe('an abort ends an exchange in every phase', () => {
  it('before it began', async () => {
    const { port, connections } = await keep(serveTcp());
    await failsWith(open(get(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() })), 'aborted');
    expect(connections).toBe(0);
  });

  it('during the name lookup', async () => {
    const ending = new AbortController();
    const resolve = (): Promise<string[]> => {
      setImmediate(() => ending.abort());
      return new Promise(() => undefined);
    };
    const request = get('http://example.com/', { signal: ending.signal });
    await failsWith(createOutbound({ allow: [], resolve }).open(request), 'aborted');
  });

  it.each(['http', 'https'])('while the server is silent (%s)', async (scheme) => {
    const ending = new AbortController();
    let isClosed = false;
    const { port } = await keep(
      serveTcp((socket) => {
        socket.on('close', () => (isClosed = true));
        socket.once('data', () => ending.abort());
      }),
    );
    await failsWith(open(get(`${scheme}://127.0.0.1:${port}/`, { signal: ending.signal })), 'aborted');
    await until(() => isClosed);
  });

  it.each([true, false])('during the body, read (%s) or not', async (isRead) => {
    const ending = new AbortController();
    let isClosed = false;
    const { port } = await keep(
      serveHttp((request, response) => {
        request.socket.on('close', () => (isClosed = true));
        response.write('x');
      }),
    );
    const { body } = await open(get(`http://127.0.0.1:${port}/`, { signal: ending.signal }));
    const reading = isRead ? failsWith(text(body), 'aborted') : null;
    ending.abort(new OutboundError('aborted'));
    await until(() => isClosed);
    await (reading ?? failsWith(text(body), 'aborted'));
  });
});
