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
 * Sends one HTTP/1.1 request over an open connection and closes it with the response. No redirects, no proxies from the
 * environment, no decompression, no connection reuse. @throws OutboundError
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
  // Until the request owns the socket, an `error` event would have no listener and end the process.
  socket.on('error', () => undefined);
  try {
    if (signal.aborted) throw new OutboundError('aborted');
    const transport = new MonitoredTransport(url);
    const sent = send(socket, transport, { ...request, url: url.href });
    const response = await Promise.race([sent, transport.failed]);
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
 * A transport for axios that records an error of the request after its response has begun, and rejects when the exchange
 * ends with neither a response nor an error (protocol switch, endless 1xx responses, silent close).
 */
class MonitoredTransport {
  failure: unknown;
  /** Rejects when no response can come any more. */
  readonly failed: Promise<never>;
  #fail: (cause: unknown) => void = () => undefined;

  constructor(private readonly url: URL) {
    this.failed = new Promise((_resolve, reject) => (this.#fail = reject));
    // After a response this promise is not awaited, although the connection still closes.
    this.failed.catch(() => undefined);
  }

  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const request = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    let informational = 0;
    return request(options, onResponse)
      .on('error', (error) => (this.failure = error))
      .on('information', () => {
        informational += 1;
        if (informational > outboundLimits.informationalMax) {
          this.#fail(new OutboundError('invalid response'));
        }
      })
      .once('upgrade', () => this.#fail(new OutboundError('protocol switch refused')))
      .once('close', () => this.#fail(this.failure ?? new OutboundError('connection reset')));
  }
}

function send(
  socket: Socket,
  transport: MonitoredTransport,
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

/** Makes an agent return this connection for every request. */
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
