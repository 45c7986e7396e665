import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Certificate } from './make-certificate';

export interface Listener {
  port: number;
  /** Connections so far. */
  connections: number;
  close(): Promise<void>;
}

export function serveHttp(answer: RequestListener, host = '127.0.0.1'): Promise<Listener> {
  return listen(createServer(answer), host);
}

export function serveHttps(certificate: Certificate, answer: RequestListener): Promise<Listener> {
  return listen(createTlsServer(certificate, answer), '127.0.0.1');
}

/** A TCP server with any protocol. */
export function serveTcp(
  onSocket: (socket: Socket) => void = () => undefined,
  host = '127.0.0.1',
): Promise<Listener> {
  return listen(createTcpServer(onSocket), host);
}

async function listen(server: Server, host: string): Promise<Listener> {
  const sockets = new Set<Socket>();
  const listener: Listener = {
    port: 0,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  server.on('connection', (socket: Socket) => {
    listener.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  listener.port = (server.address() as AddressInfo).port;
  return listener;
}
