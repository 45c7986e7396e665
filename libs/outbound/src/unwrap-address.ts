import { parse, parseCIDR, type IPv4, type IPv6 } from 'ipaddr.js';

/** `::` and `::1` match the IPv4-compatible form but embed no IPv4 address. */
const unspecifiedAndLoopback6 = parseCIDR('::/127');

/** IPv6 formats that embed an IPv4 address, with the offset of its first byte. */
const wrappers = [
  ['::/96', 12] as const,
  ['::ffff:0:0/96', 12] as const,
  ['::ffff:0:0:0/96', 12] as const,
  ['64:ff9b::/96', 12] as const,
  ['64:ff9b:1::/48', 12] as const,
  ['2002::/16', 2] as const,
].map(([cidr, at]) => ({ range: parseCIDR(cidr), at }));

/** The IPv4 address embedded in an IPv6 address (mapped, compatible, NAT64, 6to4), or null. */
export function unwrapAddress(address: IPv4 | IPv6): IPv4 | IPv6 | null {
  if (address.kind() === 'ipv4') return null;
  const found = wrappers.find(({ range }) => address.match(...range));
  if (!found || address.match(...unspecifiedAndLoopback6)) return null;
  const bytes = address.toByteArray();
  return parse(bytes.slice(found.at, found.at + 4).join('.'));
}
