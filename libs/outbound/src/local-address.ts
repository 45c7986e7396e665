import { networkInterfaces } from 'node:os';
import { parse, type IPv4, type IPv6 } from 'ipaddr.js';
import { unwrapAddress } from './unwrap-address';

/** The forms of one address that mean the same destination, written alike: itself and the IPv4 address it carries. */
export function formsOf(address: string): string[] {
  const parsed = parse(address);
  const inner = unwrapAddress(parsed);
  return [parsed, ...(inner === null ? [] : [inner])].map((one) => one.toNormalizedString());
}

/** Whether dialling this address ends on this machine: loopback, the unspecified address, one of its interfaces. */
export function isLocalAddress(address: string): boolean {
  const ofInterfaces = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  const own = new Set(ofInterfaces.flatMap((one) => formsOf(one.address)));
  return formsOf(address).some((form) => isOwnByRange(parse(form)) || own.has(form));
}

function isOwnByRange(address: IPv4 | IPv6): boolean {
  const range = address.range();
  // The kernel dials 0.0.0.0 and :: as loopback.
  return range === 'loopback' || range === 'unspecified';
}
