import { AddressRules } from './address-rules';

/** Whether these CIDRs include a loopback address. @throws Error for an invalid CIDR */
export function opensLoopback(allow: readonly string[]): boolean {
  return new AddressRules(allow).opensLoopback;
}
