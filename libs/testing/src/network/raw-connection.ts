import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A TCP connection without a protocol, for requests no HTTP client would send. */
export class RawConnection {
  received = '';
  /** Number of received bytes. */
  bytes = 0;
  isClosed = false;

  private constructor(readonly socket: Socket) {
    // These tests expect the server to reset the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => (this.isClosed = true));
    socket.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      if (this.received.length < 100_000) this.received += chunk.toString('latin1');
    });
  }

  /** `localAddress` may be any of 127.0.0.0/8, so that the server sees another client address. */
  static async open(url: string, localAddress = '127.0.0.1'): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const connection = new RawConnection(connect({ host: hostname, port: Number(port), localAddress }));
    await Promise.race([once(connection.socket, 'connect'), once(connection.socket, 'close')]);
    return connection;
  }

  /** Stops reading, so that the buffers of the sender fill up. */
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
