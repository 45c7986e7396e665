import { isIP } from 'node:net';
import { formsOf, isLocalAddress } from './local-address';
import { needsLookup, type Endpoint } from './own-endpoints';

/** Ports that no link and no webhook may lead to, whatever the operator opened: those of this service itself. */
export class OwnPorts {
  /** `endpoints` is read at every question, so it may grow while services start. */
  constructor(private readonly endpoints: readonly Endpoint[]) {}

  /** Whether something of ours listens at this address and port, as far as it is known without a name lookup. */
  includes(address: string, port: number): boolean {
    if (isIP(address) === 0) return false;
    const hosts = this.#hostsOn(port).filter((host) => !needsLookup(host));
    return hosts.some((host) => isSamePlace(host === 'localhost' ? '127.0.0.1' : host, address));
  }

  /** Names of ours on this port; what they lead to must be looked up and compared by {@link isSamePlace}. */
  namesOn(port: number): string[] {
    return this.#hostsOn(port).filter(needsLookup);
  }

  #hostsOn(port: number): string[] {
    return this.endpoints.filter((one) => one.port === port).map(({ host }) => host.toLowerCase());
  }
}

/**
 * Whether two addresses lead to the same server at equal ports. All addresses of this machine do: a server bound to
 * one of them is often bound to all.
 */
export function isSamePlace(one: string, other: string): boolean {
  const forms = new Set(formsOf(one));
  if (formsOf(other).some((form) => forms.has(form))) return true;
  return isLocalAddress(one) && isLocalAddress(other);
}
