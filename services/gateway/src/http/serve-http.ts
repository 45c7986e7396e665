import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCodeOf } from '@medley/kit';
import type { ConnectionLimiter } from '../traffic/connection-limiter';
import { connectionLimits } from '../traffic/traffic-limits';
import { rawResponse } from './raw-response';

/** Requests in hand at a stop have this long to be answered. */
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;

export interface HttpServer {
  port: number;
  /** Accept nothing new, let what is in hand be answered, then cut what is left. */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  connectionLimiter: ConnectionLimiter;
}

/** Listen with the limits that keep slow and greedy clients harmless. */
export async function serveHttp(listener: RequestListener, place: ListenOptions): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: connectionLimits.headersMs,
      requestTimeout: connectionLimits.requestMs,
      keepAliveTimeout: connectionLimits.keepAliveMs,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
      noDelay: true,
    },
    listener,
  );
  server.on('clientError', respondToUnreadable);
  guard(server, place.connectionLimiter);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) };
}

/** Node starts to parse on `connection`: its own listener gets only what is let in. */
function guard(server: Server, connectionLimiter: ConnectionLimiter): void {
  server.maxConnections = connectionLimits.connectionsMax + connectionLimits.refusalsMax;
  const serve = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection').on('connection', (socket) => {
    if (connectionLimiter.admit(socket)) for (const one of serve) one.call(server, socket);
  });
}

/** A connection that has had its answer is kept alive by default; while draining it goes as soon as it is idle. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}

/** What the parser refuses never reaches the application; it gets the envelope nevertheless. */
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
