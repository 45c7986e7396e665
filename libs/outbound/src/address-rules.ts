import { parse, parseCIDR, type IPv4, type IPv6 } from 'ipaddr.js';
import { isIP } from 'node:net';
import { OwnPorts } from './own-ports';
import { unwrapAddress } from './unwrap-address';

type Address = IPv4 | IPv6;
type Range = [Address, number];

/** Cloud metadata and link-local addresses hand out credentials: no setting opens them. */
const neverRanges = toRanges([
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'fe80::/10',
]);

/** Every IPv4 range that is not for unicast on the public internet (IANA special-purpose registry). */
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

/** Public IPv6 is this range less the special ones inside; all else (`::1`, `fc00::/7`, `ff00::/8`, …) is not public. */
const global6Range = toRanges(['2000::/3']);
const special6Ranges = toRanges([
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

const loopbackRanges = toRanges(['127.0.0.0/8', '::1/128']);

/** Which addresses may be dialled: public ones, and those the operator opened. */
export class AddressRules {
  readonly #allowed: readonly Range[];

  /**
   * `allow` lists CIDRs that may be reached although they are not public; `own` are the ports of this service itself,
   * which it does not open. @throws Error for one that is none
   */
  constructor(
    allow: readonly string[],
    readonly own = new OwnPorts([]),
  ) {
    this.#allowed = toRanges(allow);
  }

  /** Whether this address, as text of an IPv4 or IPv6 address, may be dialled. Anything else may not. */
  mayDial(text: string): boolean {
    if (isIP(text) === 0) return false;
    const address = parse(text);
    const inner = unwrapAddress(address);
    return this.#judge(address) && (inner === null || this.#judge(inner));
  }

  /** Whether the operator opened this very address. */
  isOpened(text: string): boolean {
    if (isIP(text) === 0) return false;
    const address = parse(text);
    return matches(address, this.#allowed) && !matches(address, neverRanges);
  }

  /** Whether these CIDRs open an address of this machine's loopback. */
  get opensLoopback(): boolean {
    return this.#allowed.some(([base, bits]) =>
      loopbackRanges.some(
        ([inner, innerBits]) =>
          base.kind() === inner.kind() && (base.match(inner, innerBits) || inner.match(base, bits)),
      ),
    );
  }

  #judge(address: Address): boolean {
    if (matches(address, neverRanges)) return false;
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
