import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCodeOf } from '@medley/kit';
import type { ConnectionLimiter } from '../traffic/connection-limiter';
import { connectionLimits } from '../traffic/traffic-limits';
import { rawResponse } from './raw-response';

/** Time for requests in progress to complete during a shutdown. */
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;
/** How often Node.js looks for connections past their time limits. */
const CHECK_MS = 2_000;

export interface HttpServer {
  port: number;
  /** Graceful shutdown: stop accepting connections, wait for requests in progress, then close the rest. */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  connectionLimiter: ConnectionLimiter;
  /** Whether a request brings a file, which may take longer. */
  streamsBody(request: IncomingMessage): boolean;
  /** Milliseconds for the head of a request; by default `connectionLimits.headersMs`. */
  headersMs?: number;
}

/** Start an HTTP server with timeouts and connection limits. */
export async function serveHttp(listener: RequestListener, options: ListenOptions): Promise<HttpServer> {
  const { headersMs = connectionLimits.headersMs } = options;
  const server = createServer(
    {
      headersTimeout: headersMs,
      // A limit for all requests; `limitRequests` sets that of most.
      requestTimeout: connectionLimits.uploadMs,
      keepAliveTimeout: connectionLimits.keepAliveMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
      maxHeaderSize: 16 * 1024,
      noDelay: true,
    },
    listener,
  );
  server.on('clientError', respondToUnreadable);
  server.prependListener('request', (request) => limitDuration(server, request, options.streamsBody));
  limitConnections(server, options.connectionLimiter);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) };
}

/** End a request whose body is not complete after `connectionLimits.requestMs`, as Node.js does with its own time limit. */
function limitDuration(
  server: Server,
  request: IncomingMessage,
  streamsBody: ListenOptions['streamsBody'],
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if ((length === undefined || length === '0') && encoding === undefined) return;
  if (streamsBody(request)) return;
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('the request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!request.complete) server.emit('clientError', error, request.socket);
  }, connectionLimits.requestMs);
  request.once('close', () => clearTimeout(timer));
}

/** Node.js starts parsing in its `connection` listener, so that listener is called only for admitted connections. */
function limitConnections(server: Server, connectionLimiter: ConnectionLimiter): void {
  server.maxConnections = connectionLimits.connectionsMax + connectionLimits.refusalsMax;
  const listeners = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection').on('connection', (socket) => {
    if (connectionLimiter.admit(socket)) for (const listener of listeners) listener.call(server, socket);
  });
}

/** Idle keep-alive connections are closed repeatedly while requests in progress complete. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
  });
}

/** Requests that the HTTP parser rejects do not reach the application; they get the error envelope from here. */
function respondToUnreadable(error: Error, stream: Duplex): void {
  const socket = stream as Socket;
  if (!socket.writable || errorCodeOf(error) === 'ECONNRESET' || socket.bytesWritten > 0) {
    socket.destroy(error);
    return;
  }
  const [status, message] = describe(errorCodeOf(error));
  socket.end(rawResponse(status, { code: 'VALIDATION_ERROR', message }));
}

function describe(code: string | undefined): [status: number, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers of the request are larger than 16 KiB.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.'];
  return [400, 'The request is not valid HTTP.'];
}
