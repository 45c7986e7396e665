import { AddressRules } from './address-rules';

/** Whether these CIDRs let users name servers on this machine's loopback. @throws Error for one that is none */
export function opensLoopback(allow: readonly string[]): boolean {
  return new AddressRules(allow).opensLoopback;
}
