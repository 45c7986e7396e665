import type { IncomingMessage } from 'node:http';
import { isValid, IPv6, parse as parseAddress, parseCIDR, type IPv4 } from 'ipaddr.js';

/** Tells clients apart by where they come from. */
export interface ClientAddresses {
  /** Whether an address is that of a proxy, whose connections carry the requests of many clients. */
  isProxy(address: string | undefined): boolean;
  /**
   * Who sent a request: the address of its connection or, when that is a trusted proxy, the last one in
   * `X-Forwarded-For` that is none. As a key: IPv4 whole, IPv6 by its first 64 bits. Null for a proxy itself.
   */
  clientOf(request: IncomingMessage): string | null;
  /** The key of a connection's address. */
  keyOf(address: string | undefined): string;
}

/** Whoever holds an IPv6 address holds the whole /64 around it. */
const IPV6_KEY_BYTES = 8;

/** @throws Error when `trusted` holds something that is no CIDR */
export function createClientAddresses(trusted: readonly string[]): ClientAddresses {
  const ranges = trusted.map((cidr) => parseCIDR(cidr));
  const isTrusted = (address: IPv4 | IPv6): boolean =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
  return {
    isProxy(text) {
      const address = parse(text);
      return address !== null && isTrusted(address);
    },
    clientOf(request) {
      let address = parse(request.socket.remoteAddress);
      if (address === null) return 'unknown';
      const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
      while (isTrusted(address)) {
        const before = parse(forwarded.pop()?.trim());
        if (before === null) return null;
        address = before;
      }
      return toKey(address);
    },
    keyOf(text) {
      const address = parse(text);
      return address === null ? 'unknown' : toKey(address);
    },
  };
}

/** IPv4 in the form of IPv6 is IPv4. */
function parse(text: string | undefined): IPv4 | IPv6 | null {
  if (text === undefined || !isValid(text)) return null;
  const address = parseAddress(text);
  return address instanceof IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function toKey(address: IPv4 | IPv6): string {
  if (address.kind() === 'ipv4') return address.toString();
  return Buffer.from(address.toByteArray().slice(0, IPV6_KEY_BYTES)).toString('hex');
}
