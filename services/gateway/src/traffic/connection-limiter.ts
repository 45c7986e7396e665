import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-addresses';
import { connectionLimits } from './traffic-limits';

export interface ConnectionLimiterOptions {
  addresses: ClientAddresses;
  /** Connections one address may have; a trusted proxy may have any number. */
  perAddress: number;
  /** What a refused connection is told, as raw HTTP. */
  refusal: string;
  onRefused(): void;
}

/** Decides of each new connection whether it stays, before a byte of it is read. */
export class ConnectionLimiter {
  readonly #open = new Set<Socket>();
  readonly #byAddress = new Map<string, number>();
  #refusals = 0;

  constructor(private readonly options: ConnectionLimiterOptions) {}

  /** The connections that were let in and are not closed. */
  get open(): ReadonlySet<Socket> {
    return this.#open;
  }

  /** False for one that must not stay; it is told why and closed. */
  admit(socket: Socket): boolean {
    const { addresses, onRefused } = this.options;
    const address = addresses.keyOf(socket.remoteAddress);
    if (this.#mayStay(socket, this.#byAddress.get(address) ?? 0)) {
      this.#count(socket, address);
      return true;
    }
    onRefused();
    this.#refuse(socket);
    return false;
  }

  #mayStay(socket: Socket, ofAddress: number): boolean {
    const { connectionsMax, connectionsReserved } = connectionLimits;
    const isProxy = this.options.addresses.isProxy(socket.remoteAddress);
    if (!isProxy && ofAddress >= this.options.perAddress) return false;
    const max = ofAddress === 0 ? connectionsMax : connectionsMax - connectionsReserved;
    return this.#open.size < max;
  }

  #count(socket: Socket, address: string): void {
    this.#open.add(socket);
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    // Every request that is being answered on it listens for its end.
    socket.setMaxListeners(0);
    socket.once('close', () => {
      this.#open.delete(socket);
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    });
  }

  /** Closing with bytes unread would take the answer back, so what comes is dropped until the client has gone. */
  #refuse(socket: Socket): void {
    socket.on('error', () => undefined);
    if (this.#refusals >= connectionLimits.refusalsMax) {
      socket.destroy();
      return;
    }
    this.#refusals += 1;
    const cut = setTimeout(() => socket.destroy(), connectionLimits.refusalMs);
    socket.once('close', () => {
      clearTimeout(cut);
      this.#refusals -= 1;
    });
    socket.resume().end(this.options.refusal);
  }
}
