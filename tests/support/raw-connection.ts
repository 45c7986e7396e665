import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A TCP connection that sends what it is told and reads what comes, or does not. */
export class RawConnection {
  received = '';
  /** Bytes that have come. */
  bytes = 0;
  isClosed = false;

  private constructor(readonly socket: Socket) {
    // Being cut is what these tests are about.
    socket.on('error', () => undefined);
    socket.on('close', () => (this.isClosed = true));
    socket.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      if (this.received.length < 100_000) this.received += chunk.toString('latin1');
    });
  }

  /** `localAddress`: any of 127.0.0.0/8, to come from another address than the other connections. */
  static async open(url: string, localAddress = '127.0.0.1'): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const connection = new RawConnection(connect({ host: hostname, port: Number(port), localAddress }));
    await Promise.race([once(connection.socket, 'connect'), once(connection.socket, 'close')]);
    return connection;
  }

  /** Read nothing any more. */
  stall(): this {
    this.socket.pause();
    return this;
  }

  write(data: string | Buffer): void {
    this.socket.write(data);
  }

  close(): void {
    this.socket.destroy();
  }
}
