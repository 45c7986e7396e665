import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-addresses';
import { connectionLimits } from './traffic-limits';

export interface ConnectionLimiterOptions {
  addresses: ClientAddresses;
  /** Maximum connections of one address; trusted proxies are not limited. */
  perAddress: number;
  /** The response to a refused connection, as raw HTTP. */
  refusal: string;
  onRefused(): void;
}

/** Admits or refuses each new connection before a byte of it is read. */
export class ConnectionLimiter {
  readonly #open = new Set<Socket>();
  readonly #byAddress = new Map<string, number>();
  #refusals = 0;

  constructor(private readonly options: ConnectionLimiterOptions) {}

  /** The admitted connections that are open. */
  get open(): ReadonlySet<Socket> {
    return this.#open;
  }

  /** Returns false for a refused connection, which is sent the refusal and closed. */
  admit(socket: Socket): boolean {
    const { addresses, onRefused } = this.options;
    const address = addresses.keyOf(socket.remoteAddress);
    if (this.#isAllowed(socket, this.#byAddress.get(address) ?? 0)) {
      this.#count(socket, address);
      return true;
    }
    onRefused();
    this.#refuse(socket);
    return false;
  }

  #isAllowed(socket: Socket, openOfAddress: number): boolean {
    const { connectionsMax, connectionsReserved } = connectionLimits;
    const isProxy = this.options.addresses.isProxy(socket.remoteAddress);
    if (!isProxy && openOfAddress >= this.options.perAddress) return false;
    const max = openOfAddress === 0 ? connectionsMax : connectionsMax - connectionsReserved;
    return this.#open.size < max;
  }

  #count(socket: Socket, address: string): void {
    this.#open.add(socket);
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    // Every request in progress adds a `close` listener.
    socket.setMaxListeners(0);
    socket.once('close', () => {
      this.#open.delete(socket);
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    });
  }

  /** Closing a socket with unread bytes sends RST, which discards the response; so input is drained until the client closes. */
  #refuse(socket: Socket): void {
    socket.on('error', () => undefined);
    if (this.#refusals >= connectionLimits.refusalsMax) {
      socket.destroy();
      return;
    }
    this.#refusals += 1;
    const timeout = setTimeout(() => socket.destroy(), connectionLimits.refusalMs);
    socket.once('close', () => {
      clearTimeout(timeout);
      this.#refusals -= 1;
    });
    socket.resume().end(this.options.refusal);
  }
}
