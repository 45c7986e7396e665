import { isIP } from 'node:net';
import { equivalentAddresses, isLocalAddress } from './local-address';
import { needsLookup, type Endpoint } from './own-endpoints';

/** What a URL names on an address. */
interface Place {
  port: number;
  url: URL;
}

/** The ports of Medley itself, which no URL of a user may name, whatever the operator allows. */
export class OwnPorts {
  /** `endpoints` is read at each call and may grow while services start. */
  constructor(private readonly endpoints: readonly Endpoint[]) {}

  /** Whether this place on this address belongs to an own endpoint and is not public. Resolves no name. */
  includes(address: string, place: Place): boolean {
    if (isIP(address) === 0) return false;
    const hosts = this.#hostsOf(place).filter((host) => !needsLookup(host));
    return hosts.some((host) => isSameHost(host === 'localhost' ? '127.0.0.1' : host, address));
  }

  /** Own host names with this port, unless the place is public; the caller must resolve them and compare with {@link isSameHost}. */
  namesOf(place: Place): string[] {
    return this.#hostsOf(place).filter(needsLookup);
  }

  #hostsOf({ port, url: { pathname } }: Place): string[] {
    const isClosed = ({ publicPath }: Endpoint): boolean =>
      publicPath === undefined || !pathname.startsWith(publicPath);
    return this.endpoints
      .filter((one) => one.port === port && isClosed(one))
      .map(({ host }) => host.toLowerCase());
  }
}

/**
 * Whether two addresses reach the same server on equal ports. True for any two addresses of this machine, because a
 * server is often bound to all of them.
 */
export function isSameHost(one: string, other: string): boolean {
  const forms = new Set(equivalentAddresses(one));
  if (equivalentAddresses(other).some((form) => forms.has(form))) return true;
  return isLocalAddress(one) && isLocalAddress(other);
}
