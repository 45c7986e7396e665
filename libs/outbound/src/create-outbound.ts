import { isIP } from 'node:net';
import { AddressRules } from './address-rules';
import { dial } from './dial';
import { exchange } from './http-client';
import { checkUrl, loopbackFor, refuseUrl, type Target } from './check-url';
import { isLocalAddress } from './local-address';
import { OutboundError, type Outbound, type OutboundRequest, type OutboundResponse } from './outbound';
import type { Endpoint } from './own-endpoints';
import { isSameHost, OwnPorts } from './own-ports';
import { createResolve, type Resolve } from './resolve-name';
import { abortable } from './abortable';
import { traceRequest } from './trace-request';

export interface OutboundOptions {
  /** CIDRs of addresses that are not public but may be dialled. Metadata and link-local addresses stay closed. */
  allow: readonly string[];
  /** Endpoints where this process listens or is connected; never a target, whatever `allow` says. May grow later. */
  own?: readonly Endpoint[];
  /** Resolves names; by default with DNS, then with the system's resolver. */
  resolve?: Resolve;
  /** Name servers (`address:port`) instead of those of the system. */
  dnsServers?: readonly string[];
  /** Certificate authorities in PEM instead of the default ones. */
  ca?: string;
}

/** The HTTP client for URLs of users. @throws Error for an invalid CIDR in `allow` */
export function createOutbound(options: OutboundOptions): Outbound {
  const rules = new AddressRules(options.allow, new OwnPorts(options.own ?? []));
  const resolve = options.resolve ?? createResolve(options.dnsServers);
  return {
    refuse: (url) => refuseUrl(url, rules),
    open: (request) =>
      traceRequest(request, () => {
        const check = checkUrl(request.url, rules);
        if ('refusal' in check) throw new OutboundError('forbidden address');
        const opening = openTarget(check.target, request, { rules, resolve, ca: options.ca });
        return abortable(opening, request.signal);
      }),
  };
}

interface OpenDependencies {
  rules: AddressRules;
  resolve: Resolve;
  ca: string | undefined;
}

async function openTarget(
  target: Target,
  request: OutboundRequest,
  dependencies: OpenDependencies,
): Promise<OutboundResponse> {
  const { signal } = request;
  if (signal.aborted) throw new OutboundError('aborted');
  const addresses = await addressesOf(target.host, request, dependencies);
  if (!addresses.every((address) => dependencies.rules.mayDial(address)))
    throw new OutboundError('forbidden address');
  if (await leadsToOwn(target, addresses, { request, dependencies }))
    throw new OutboundError('forbidden address');
  const socket = await dial(target, addresses, {
    rules: dependencies.rules,
    timeoutMs: request.connectTimeoutMs,
    signal,
    ca: dependencies.ca,
  });
  return exchange(socket, request, target.url);
}

/** Whether one of these addresses with this port is an endpoint of Medley. Fails closed when an own name cannot be resolved. */
async function leadsToOwn(
  target: Target,
  addresses: readonly string[],
  { request, dependencies }: { request: OutboundRequest; dependencies: OpenDependencies },
): Promise<boolean> {
  const ownPorts = dependencies.rules.own;
  if (addresses.some((address) => ownPorts.includes(address, target))) return true;
  // A public address of another machine may be an own endpoint too (S3 of a provider); the internet can reach it anyway.
  const inner = addresses.filter(
    (address) => isLocalAddress(address) || dependencies.rules.isOpened(address),
  );
  if (inner.length === 0) return false;
  for (const name of ownPorts.namesOf(target)) {
    const own = await addressesOf(name, request, dependencies).catch(() => inner);
    if (own.some((address) => inner.some((one) => isSameHost(address, one)))) return true;
  }
  return false;
}

async function addressesOf(
  host: string,
  request: OutboundRequest,
  dependencies: OpenDependencies,
): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const loopback = loopbackFor(host, dependencies.rules);
  if (loopback) return loopback;
  const timeout = AbortSignal.timeout(request.dnsTimeoutMs);
  const signal = AbortSignal.any([request.signal, timeout]);
  try {
    const addresses = await abortable(dependencies.resolve(host, signal), signal);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    if (request.signal.aborted) throw new OutboundError('aborted', { cause: error });
    if (timeout.aborted) throw new OutboundError('name lookup timed out', { cause: error });
    throw error instanceof OutboundError ? error : new OutboundError('name not found', { cause: error });
  }
  throw new OutboundError('name not found');
}
