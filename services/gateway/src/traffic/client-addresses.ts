import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isValid, IPv6, parse as parseAddress, parseCIDR, type IPv4 } from 'ipaddr.js';

/** Identifies clients by their IP address. */
export interface ClientAddresses {
  /** Whether the address is one of `TRUSTED_PROXIES`, whose connections carry the requests of many clients. */
  isProxy(address: string | undefined): boolean;
  /**
   * Key of the client that sent a request: the address of its connection or, if that is a trusted proxy, the last address
   * in `X-Forwarded-For` that is not one. The key of an IPv6 address is its first 64 bits. Null for a request of a proxy.
   */
  clientOf(request: IncomingMessage): string | null;
  /** The key of the peer address of a connection. */
  keyOf(address: string | undefined): string;
}

/** A /64 is usually assigned to one customer, who can use any address in it. */
const IPV6_KEY_BYTES = 8;

/** @throws Error when `trusted` contains an invalid CIDR */
export function createClientAddresses(trusted: readonly string[]): ClientAddresses {
  const ranges = trusted.map((cidr) => parseCIDR(cidr));
  const isTrusted = (address: IPv4 | IPv6): boolean =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
  /** A connection has one peer for all its requests. */
  const peers = new WeakMap<Socket, IPv4 | IPv6>();
  const peerOf = (socket: Socket): IPv4 | IPv6 | null => {
    const known = peers.get(socket) ?? parse(socket.remoteAddress);
    if (known) peers.set(socket, known);
    return known;
  };
  return {
    isProxy(text) {
      const address = parse(text);
      return address !== null && isTrusted(address);
    },
    clientOf(request) {
      let address = peerOf(request.socket);
      if (address === null) return 'unknown';
      const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
      while (isTrusted(address)) {
        const previous = parse(forwarded.pop()?.trim());
        if (previous === null) return null;
        address = previous;
      }
      return toKey(address);
    },
    keyOf(text) {
      const address = parse(text);
      return address === null ? 'unknown' : toKey(address);
    },
  };
}

/** IPv4-mapped IPv6 addresses are returned as IPv4; null for anything that is not an address. */
function parse(text: string | undefined): IPv4 | IPv6 | null {
  if (text === undefined || !isValid(text)) return null;
  const address = parseAddress(text);
  return address instanceof IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function toKey(address: IPv4 | IPv6): string {
  if (address.kind() === 'ipv4') return address.toString();
  return Buffer.from(address.toByteArray().slice(0, IPV6_KEY_BYTES)).toString('hex');
}
