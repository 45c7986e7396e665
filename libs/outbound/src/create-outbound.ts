import { isIP } from 'node:net';
import { AddressRules } from './address-rules';
import { dial } from './dial';
import { exchange } from './http-client';
import { judgeUrl, loopbackFor, refuseUrl, type Target } from './judge-url';
import { isLocalAddress } from './local-address';
import { OutboundError, type Outbound, type OutboundRequest, type OutboundResponse } from './outbound';
import type { Endpoint } from './own-endpoints';
import { isSamePlace, OwnPorts } from './own-ports';
import { createResolve, type Resolve } from './resolve-name';
import { untilAborted } from './until-aborted';

export interface OutboundOptions {
  /** CIDRs that may be reached although they are not public. Metadata and link-local addresses stay closed. */
  allow: readonly string[];
  /** Where this process listens and what it is connected to: never a target, whatever `allow` says. May grow later. */
  own?: readonly Endpoint[];
  /** How names become addresses; by default DNS, then the system. */
  resolve?: Resolve;
  /** Name servers to ask instead of the system's, as `address:port`. */
  dnsServers?: readonly string[];
  /** Certificates to trust instead of the usual ones, in PEM. */
  ca?: string;
}

/** The door to addresses that users name. @throws Error when `allow` holds something that is no CIDR */
export function createOutbound(options: OutboundOptions): Outbound {
  const rules = new AddressRules(options.allow, new OwnPorts(options.own ?? []));
  const resolve = options.resolve ?? createResolve(options.dnsServers);
  return {
    refuse: (url) => refuseUrl(url, rules),
    open: async (request) => {
      const verdict = judgeUrl(request.url, rules);
      if ('refusal' in verdict) throw new OutboundError('forbidden address');
      const opening = openTarget(verdict.target, request, { rules, resolve, ca: options.ca });
      return untilAborted(opening, request.signal);
    },
  };
}

interface Ways {
  rules: AddressRules;
  resolve: Resolve;
  ca: string | undefined;
}

async function openTarget(target: Target, request: OutboundRequest, ways: Ways): Promise<OutboundResponse> {
  const { signal } = request;
  if (signal.aborted) throw new OutboundError('aborted');
  const addresses = await addressesOf(target.host, request, ways);
  if (!addresses.every((address) => ways.rules.mayDial(address)))
    throw new OutboundError('forbidden address');
  if (await leadsToOwn(target, addresses, { request, ways })) throw new OutboundError('forbidden address');
  const socket = await dial(target, addresses, {
    rules: ways.rules,
    timeoutMs: request.connectTimeoutMs,
    signal,
    ca: ways.ca,
  });
  return exchange(socket, request, target.url);
}

/** Whether one of these addresses is a server of ours at this port; a name of ours that is not found fails closed. */
async function leadsToOwn(
  { port }: Target,
  addresses: readonly string[],
  { request, ways }: { request: OutboundRequest; ways: Ways },
): Promise<boolean> {
  const { own } = ways.rules;
  if (addresses.some((address) => own.includes(address, port))) return true;
  // A public address that is not this machine's may well be ours (an S3 of a provider), but needs no wall.
  const inner = addresses.filter((address) => isLocalAddress(address) || ways.rules.isOpened(address));
  if (inner.length === 0) return false;
  for (const name of own.namesOn(port)) {
    const ours = await addressesOf(name, request, ways).catch(() => inner);
    if (ours.some((address) => inner.some((one) => isSamePlace(address, one)))) return true;
  }
  return false;
}

async function addressesOf(host: string, request: OutboundRequest, ways: Ways): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const loopback = loopbackFor(host, ways.rules);
  if (loopback) return loopback;
  const timeout = AbortSignal.timeout(request.dnsTimeoutMs);
  const signal = AbortSignal.any([request.signal, timeout]);
  try {
    const addresses = await untilAborted(ways.resolve(host, signal), signal);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    if (request.signal.aborted) throw new OutboundError('aborted', { cause: error });
    if (timeout.aborted) throw new OutboundError('name lookup timed out', { cause: error });
    throw error instanceof OutboundError ? error : new OutboundError('name not found', { cause: error });
  }
  throw new OutboundError('name not found');
}
