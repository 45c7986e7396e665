import axios, { isAxiosError, type AxiosResponse } from 'axios';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { OutboundError, type OutboundRequest, type OutboundResponse } from './outbound';
import { toOutboundError } from './to-outbound-error';

/**
 * One HTTP/1.1 exchange over a connection that is already open, and closed with the exchange. Redirects, proxies of
 * the environment, compression and connection reuse are all off. @throws OutboundError
 */
export async function exchange(
  socket: Socket,
  request: OutboundRequest,
  url: URL,
): Promise<OutboundResponse> {
  const { signal } = request;
  const onAbort = (): void => void socket.destroy(new OutboundError('aborted'));
  signal.addEventListener('abort', onAbort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', onAbort));
  // Between two owners an error would have no listener; it is seen by whoever uses the socket next.
  socket.on('error', () => undefined);
  try {
    if (signal.aborted) throw new OutboundError('aborted');
    const response = await send(socket, request, url);
    return {
      status: response.status,
      headers: flatten(response.headers),
      body: withOwnErrors(response.data, socket, signal),
    };
  } catch (error) {
    socket.destroy();
    throw toOutboundError(isAxiosError(error) ? (error.cause ?? error) : error, signal);
  }
}

function send(socket: Socket, request: OutboundRequest, url: URL): Promise<AxiosResponse<Readable>> {
  return axios.request<Readable>({
    adapter: 'http',
    method: request.method,
    url: url.href,
    headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Medley', ...request.headers },
    data: request.body,
    transformRequest: [(data: unknown) => data],
    httpAgent: useSocket(new HttpAgent({ keepAlive: false }), socket),
    httpsAgent: useSocket(new HttpsAgent({ keepAlive: false }), socket),
    proxy: false,
    maxRedirects: 0,
    decompress: false,
    responseType: 'stream',
    validateStatus: () => true,
    maxBodyLength: Infinity,
    maxContentLength: Infinity,
  });
}

/** Make an agent give out this one connection, whatever host it is asked for. */
function useSocket<A extends HttpAgent>(agent: A, socket: Socket): A {
  return Object.assign(agent, {
    createConnection: () => {
      if (socket.destroyed) throw new OutboundError('connection reset');
      return socket;
    },
  });
}

function flatten(headers: AxiosResponse['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  );
}

/** The body with its errors in our words. It closes the connection however it ends, even if never read. */
function withOwnErrors(raw: Readable, socket: Socket, signal: AbortSignal): Readable {
  // An abort before anybody reads would otherwise be an error without a listener.
  raw.on('error', () => undefined);
  const body = Readable.from(readMapped(raw, signal), { objectMode: false });
  body.once('close', () => socket.destroy());
  return body;
}

async function* readMapped(raw: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* raw as AsyncIterable<Buffer>;
  } catch (error) {
    throw toOutboundError(error, signal);
  }
}
