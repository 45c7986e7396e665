import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCodeOf } from '@medley/kit';
import { JSON_TYPE } from './answer';

const SOCKETS_MAX = 2_000;
/** Requests in hand at a stop have this long to be answered. */
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;

export interface HttpServer {
  port: number;
  /** Accept nothing new, let what is in hand be answered, then cut what is left. */
  close(): Promise<void>;
}

/** Listen with the limits that keep slow and greedy clients harmless. Port 0 takes a free one. */
export async function serveHttp(
  listener: RequestListener,
  address: { host: string; port: number },
): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
      noDelay: true,
    },
    listener,
  );
  server.maxConnections = SOCKETS_MAX;
  server.on('clientError', answerUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address.port, address.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) };
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
function answerUnreadable(error: Error, stream: Duplex): void {
  const socket = stream as Socket;
  if (!socket.writable || errorCodeOf(error) === 'ECONNRESET' || socket.bytesWritten > 0) {
    socket.destroy(error);
    return;
  }
  const [status, message] = describe(errorCodeOf(error));
  const body = JSON.stringify({ success: false, error: { code: 'VALIDATION_ERROR', message } });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: ${JSON_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function describe(code: string | undefined): [status: number, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'The headers of the request are larger than 16 KiB.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.'];
  return [400, 'The request is not valid HTTP.'];
}
