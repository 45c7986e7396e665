import { parse, parseCIDR, type IPv4, type IPv6 } from 'ipaddr.js';
import { isIP } from 'node:net';
import { OwnPorts } from './own-ports';
import { unwrapAddress } from './unwrap-address';

type Address = IPv4 | IPv6;
type Range = [Address, number];

/** Cloud metadata and link-local addresses, which hand out credentials: denied whatever the settings allow. */
const deniedRanges = toRanges([
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'fe80::/10',
]);

/** IPv4 ranges that are not globally reachable unicast (IANA special-purpose address registry). */
const special4Ranges = toRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Public IPv6 addresses are this range without the special ranges inside it (IANA). */
const global6Range = toRanges(['2000::/3']);
const special6Ranges = toRanges([
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

const loopbackRanges = toRanges(['127.0.0.0/8', '::1/128']);

/** Which addresses may be dialled: public ones and those the operator allows. */
export class AddressRules {
  readonly #allowed: readonly Range[];

  /**
   * @param allow CIDRs of addresses that are not public but may be dialled
   * @param own ports of this service itself, which stay closed whatever `allow` says
   * @throws Error for an invalid CIDR
   */
  constructor(
    allow: readonly string[],
    readonly own = new OwnPorts([]),
  ) {
    this.#allowed = toRanges(allow);
  }

  /** Whether an IPv4 or IPv6 address in text form may be dialled; false for any other text. */
  mayDial(text: string): boolean {
    if (isIP(text) === 0) return false;
    const address = parse(text);
    const inner = unwrapAddress(address);
    return this.#allows(address) && (inner === null || this.#allows(inner));
  }

  /** Whether the operator allows this address. */
  isOpened(text: string): boolean {
    if (isIP(text) === 0) return false;
    const address = parse(text);
    return matches(address, this.#allowed) && !matches(address, deniedRanges);
  }

  /** Whether the operator allows a loopback address. */
  get opensLoopback(): boolean {
    return this.#allowed.some(([base, bits]) =>
      loopbackRanges.some(
        ([inner, innerBits]) =>
          base.kind() === inner.kind() && (base.match(inner, innerBits) || inner.match(base, bits)),
      ),
    );
  }

  #allows(address: Address): boolean {
    if (matches(address, deniedRanges)) return false;
    return isPublic(address) || matches(address, this.#allowed);
  }
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return !matches(address, special4Ranges);
  return matches(address, global6Range) && !matches(address, special6Ranges);
}

function matches(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

function toRanges(cidrs: readonly string[]): Range[] {
  return cidrs.map((cidr) => parseCIDR(cidr));
}
