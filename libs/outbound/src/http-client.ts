import axios, { isAxiosError, type AxiosResponse } from 'axios';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
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
    const transport = new WatchedTransport(url);
    const response = await send(socket, transport, { ...request, url: url.href });
    return {
      status: response.status,
      headers: flatten(response.headers),
      body: withOwnErrors(response.data, { socket, transport, signal }),
    };
  } catch (error) {
    socket.destroy();
    throw toOutboundError(isAxiosError(error) ? (error.cause ?? error) : error, signal);
  }
}

/** Sends by node:http or node:https and remembers what goes wrong with the request after its response has begun. */
class WatchedTransport {
  failure: unknown;

  constructor(private readonly url: URL) {}

  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const request = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    return request(options, onResponse).on('error', (error) => (this.failure = error));
  }
}

function send(
  socket: Socket,
  transport: WatchedTransport,
  request: OutboundRequest,
): Promise<AxiosResponse<Readable>> {
  return axios.request<Readable>({
    adapter: 'http',
    transport,
    method: request.method,
    url: request.url,
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

interface Exchange {
  socket: Socket;
  transport: WatchedTransport;
  signal: AbortSignal;
}

/** The body with its errors in our words. It closes the connection however it ends, even if never read. */
function withOwnErrors(raw: Readable, exchange: Exchange): Readable {
  // An abort before anybody reads would otherwise be an error without a listener.
  raw.on('error', () => undefined);
  const body = Readable.from(readMapped(raw, exchange), { objectMode: false });
  body.once('close', () => exchange.socket.destroy());
  return body;
}

async function* readMapped(raw: Readable, { transport, signal }: Exchange): AsyncGenerator<Buffer> {
  try {
    yield* raw as AsyncIterable<Buffer>;
    // Bytes beyond the announced length are an error of the request only, but the body was cut short by it.
    if (transport.failure) throw transport.failure;
  } catch (error) {
    throw toOutboundError(error, signal);
  }
}
