import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AddressRules } from './address-rules';
import type { Target } from './check-url';
import { OutboundError } from './outbound';
import { toOutboundError } from './to-outbound-error';

export interface DialOptions {
  rules: AddressRules;
  timeoutMs: number;
  signal: AbortSignal;
  /** Certificate authorities in PEM instead of the default ones. */
  ca?: string | undefined;
}

/** Only the first addresses of a name are tried. */
const ADDRESSES_TRIED_MAX = 4;

/**
 * Connects to the first of these checked addresses that answers, and completes the TLS handshake for https.
 * @throws OutboundError
 */
export async function dial(target: Target, addresses: string[], options: DialOptions): Promise<Socket> {
  const deadline = performance.now() + options.timeoutMs;
  const candidates = addresses.slice(0, ADDRESSES_TRIED_MAX);
  let failure = new OutboundError('network error');
  for (const [index, address] of candidates.entries()) {
    // The remaining time is divided among the remaining addresses, so that an unreachable one does not use all of it.
    const share = (deadline - performance.now()) / (candidates.length - index);
    try {
      const socket = await connectTcp(address, target, { ...options, timeoutMs: share });
      if (!target.isSecure) return socket;
      return await secure(socket, target, { ...options, timeoutMs: deadline - performance.now() });
    } catch (error) {
      failure = toOutboundError(error, options.signal);
      if (failure.failure === 'aborted' || failure.failure === 'tls error') break;
    }
  }
  throw failure;
}

async function connectTcp(address: string, target: Target, options: DialOptions): Promise<Socket> {
  const socket = connect({ host: address, port: target.port, lookup: refuseLookup });
  await ready(socket, 'connect', options);
  // Fail closed: the address the kernel reports is checked again.
  const peer = socket.remoteAddress ?? '';
  if (!options.rules.mayDial(peer) || options.rules.own.includes(peer, target)) {
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
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
    rejectUnauthorized: true,
  });
  try {
    await ready(secured, 'secureConnect', options);
    return secured;
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError('tls error', { cause: error });
  }
}

/** Waits for an event of a socket; destroys the socket on failure, timeout or abort. */
function ready(socket: Socket, event: 'connect' | 'secureConnect', options: DialOptions): Promise<void> {
  const { signal, timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off(event, onReady).off('error', settle).off('close', onClose);
      if (!error) return resolve();
      // A destroyed socket may still emit `error`; without a listener that would end the process.
      socket.on('error', () => undefined).destroy();
      reject(error);
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

/** Only checked addresses are dialled; a second name lookup could return another address (DNS rebinding). */
function refuseLookup(
  _name: string,
  _options: unknown,
  callback: (error: Error, address: string) => void,
): void {
  callback(new OutboundError('forbidden address'), '');
}
