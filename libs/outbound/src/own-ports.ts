import { isIP } from 'node:net';
import { equivalentAddresses, isLocalAddress } from './local-address';
import { needsLookup, type Endpoint } from './own-endpoints';

/** The ports of Medley itself, which no URL of a user may name, whatever the operator allows. */
export class OwnPorts {
  /** `endpoints` is read at each call and may grow while services start. */
  constructor(private readonly endpoints: readonly Endpoint[]) {}

  /** Whether an own endpoint has this address and port. Resolves no name. */
  includes(address: string, port: number): boolean {
    if (isIP(address) === 0) return false;
    const hosts = this.#hostsOn(port).filter((host) => !needsLookup(host));
    return hosts.some((host) => isSameHost(host === 'localhost' ? '127.0.0.1' : host, address));
  }

  /** Own host names with this port; the caller must resolve them and compare with {@link isSameHost}. */
  namesOn(port: number): string[] {
    return this.#hostsOn(port).filter(needsLookup);
  }

  #hostsOn(port: number): string[] {
    return this.endpoints.filter((one) => one.port === port).map(({ host }) => host.toLowerCase());
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
