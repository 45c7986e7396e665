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
import type { Readable } from 'node:stream';
import { OutboundError, type OutboundRequest, type OutboundResponse } from './outbound';
import { outboundLimits } from './outbound-limits';
import { responseBody } from './response-body';
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
    const sent = send(socket, transport, { ...request, url: url.href });
    const response = await Promise.race([sent, transport.refused]);
    return {
      status: response.status,
      headers: flatten(response.headers),
      body: responseBody(response.data, { socket, signal, failure: () => transport.failure }),
    };
  } catch (error) {
    socket.destroy();
    throw toOutboundError(isAxiosError(error) ? (error.cause ?? error) : error, signal);
  }
}

/**
 * Sends by node:http or node:https, remembers what goes wrong with the request after its response has begun, and
 * refuses the ends of an exchange that bring neither a response nor an error.
 */
class WatchedTransport {
  failure: unknown;
  /** Rejects when there will be no response. */
  readonly refused: Promise<never>;
  #refuse: (cause: unknown) => void = () => undefined;

  constructor(private readonly url: URL) {
    this.refused = new Promise((_resolve, reject) => (this.#refuse = reject));
    // A connection that closes after its response is refused to nobody.
    this.refused.catch(() => undefined);
  }

  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const request = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    let informational = 0;
    return request(options, onResponse)
      .on('error', (error) => (this.failure = error))
      .on('information', () => {
        informational += 1;
        if (informational > outboundLimits.informationalMax) {
          this.#refuse(new OutboundError('invalid response'));
        }
      })
      .once('upgrade', () => this.#refuse(new OutboundError('protocol switch refused')))
      .once('close', () => this.#refuse(this.failure ?? new OutboundError('connection reset')));
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
