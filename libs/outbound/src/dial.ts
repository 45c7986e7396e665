import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AddressRules } from './address-rules';
import type { Target } from './judge-url';
import { OutboundError } from './outbound';
import { toOutboundError } from './to-outbound-error';

export interface DialOptions {
  rules: AddressRules;
  timeoutMs: number;
  signal: AbortSignal;
  /** Certificates to trust instead of the usual ones, in PEM. */
  ca?: string | undefined;
}

/** A name with more addresses than this is tried at the first ones. */
const ADDRESSES_TRIED_MAX = 4;

/**
 * Open a connection to one of these checked addresses, in their order, and for https finish its handshake with the
 * name of the target. @throws OutboundError
 */
export async function dial(target: Target, addresses: string[], options: DialOptions): Promise<Socket> {
  const deadline = performance.now() + options.timeoutMs;
  const candidates = addresses.slice(0, ADDRESSES_TRIED_MAX);
  let failure = new OutboundError('network error');
  for (const [index, address] of candidates.entries()) {
    // What is left of the time is shared, so that a dead first address does not use it all up.
    const share = (deadline - performance.now()) / (candidates.length - index);
    try {
      const socket = await connectTcp(address, target.port, { ...options, timeoutMs: share });
      if (!target.isSecure) return socket;
      return await secure(socket, target, { ...options, timeoutMs: deadline - performance.now() });
    } catch (error) {
      failure = toOutboundError(error, options.signal);
      if (failure.failure === 'aborted' || failure.failure === 'tls error') break;
    }
  }
  throw failure;
}

async function connectTcp(address: string, port: number, options: DialOptions): Promise<Socket> {
  const socket = connect({ host: address, port, lookup: refuseLookup });
  await ready(socket, 'connect', options);
  // Fail closed: the peer that the kernel names must be one that may be dialled.
  const peer = socket.remoteAddress ?? '';
  if (!options.rules.mayDial(peer) || options.rules.own.includes(peer, port)) {
    socket.destroy();
    throw new OutboundError('forbidden address');
  }
  return socket;
}

async function secure(socket: Socket, target: Target, options: DialOptions): Promise<Socket> {
  const isName = /[a-z]/i.test(target.host) && !target.host.includes(':');
  const secured = connectTls({
    socket,
    host: target.host,
    servername: isName ? target.host : '',
    ca: options.ca,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    // Said aloud so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
    rejectUnauthorized: true,
  });
  try {
    await ready(secured, 'secureConnect', options);
    return secured;
  } catch (error) {
    const isOurs = error instanceof OutboundError;
    throw isOurs ? error : new OutboundError('tls error', { cause: error });
  }
}

/** Wait for an event of a socket, which is destroyed when it does not come. */
function ready(socket: Socket, event: 'connect' | 'secureConnect', options: DialOptions): Promise<void> {
  const { signal, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off(event, onReady).off('error', settle).off('close', onClose);
      if (!error) return resolve();
      // A destroyed socket may still report an error, which must not end the process.
      socket.on('error', () => undefined).destroy();
      reject(error as Error);
    };
    const onReady = (): void => settle();
    const onClose = (): void => settle(new OutboundError('connection reset'));
    const onAbort = (): void => settle(new OutboundError('aborted'));
    const timer = setTimeout(() => settle(new OutboundError('connect timed out')), Math.max(timeoutMs, 1));
    socket.once(event, onReady).once('error', settle).once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** Only addresses are dialled; a name that comes this far must not be looked up a second time. */
function refuseLookup(
  _name: string,
  _options: unknown,
  callback: (error: Error, address: string) => void,
): void {
  callback(new OutboundError('forbidden address'), '');
}
