import { networkInterfaces } from 'node:os';
import { parse, type IPv4, type IPv6 } from 'ipaddr.js';
import { unwrapAddress } from './unwrap-address';

/** The normalized address, and the IPv4 address embedded in it if there is one. */
export function equivalentAddresses(address: string): string[] {
  const parsed = parse(address);
  const inner = unwrapAddress(parsed);
  return [parsed, ...(inner === null ? [] : [inner])].map((one) => one.toNormalizedString());
}

/** Whether an address belongs to this machine: loopback, unspecified, or of one of its interfaces. */
export function isLocalAddress(address: string): boolean {
  const ofInterfaces = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const own = new Set(ofInterfaces.flatMap((one) => equivalentAddresses(one.address)));
  return equivalentAddresses(address).some((form) => isOwnByRange(parse(form)) || own.has(form));
}

function isOwnByRange(address: IPv4 | IPv6): boolean {
  const range = address.range();
  // The kernel connects 0.0.0.0 and :: to loopback.
  return range === 'loopback' || range === 'unspecified';
}
