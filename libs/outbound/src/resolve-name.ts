import { errorCodeOf } from '@medley/kit';
import { lookup, Resolver } from 'node:dns/promises';

import { OutboundError } from './outbound';

/** All addresses of a name, IPv4 first. Rejects when there are none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

const TRY_MS = 1_500;
const TRIES = 2;
const SYSTEM_LOOKUPS_MAX = 2;

/**
 * The default resolver. It queries DNS directly, because `dns.lookup` occupies a thread of the libuv pool that also serves
 * file access: a few slow name servers could block all disk work. Names that DNS does not know (hosts file, search domains)
 * are looked up with at most two threads.
 * @param servers name servers (`address:port`) instead of those of the system
 */
export function createResolve(servers: readonly string[] = []): Resolve {
  let systemLookups = 0;
  return async (name, signal) => {
    const found = await queryDns(name, servers, signal);
    if (found.length > 0) return found;
    signal.throwIfAborted();
    if (systemLookups >= SYSTEM_LOOKUPS_MAX) throw new Error('too many system lookups at once');
    systemLookups += 1;
    try {
      const records = await lookup(name, { all: true, order: 'ipv4first' });
      return records.map(({ address }) => address);
    } finally {
      systemLookups -= 1;
    }
  };
}

async function queryDns(name: string, servers: readonly string[], signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const slow = answers.find((answer) => answer.status === 'rejected' && isSlow(answer.reason));
    // Without a fallback: the system's lookup would hang as well.
    if (found.length === 0 && slow) throw new OutboundError('name lookup timed out');
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function isSlow(reason: unknown): boolean {
  const code = errorCodeOf(reason);
  return code === 'ETIMEOUT' || code === 'ECANCELLED';
}
