import type { IncomingMessage } from 'node:http';
import { createClientAddresses } from '../src/traffic/client-addresses';

const addresses = createClientAddresses(['10.0.0.0/8', 'fd00::/8']);

function clientOf(remoteAddress: string, forwardedFor?: string): string | null {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return addresses.clientOf({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
}

test.each([
  ['a connection of its own', '203.0.113.5', undefined, '203.0.113.5'],
  ['one that claims to be forwarded', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['IPv4 in the form of IPv6', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
  ['a proxy', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['a proxy behind a proxy', 'fd00::1', '203.0.113.5, 10.0.0.2', '203.0.113.5'],
  ['a client that forged the preceding addresses', '10.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['a proxy itself', '10.0.0.1', undefined, null],
  ['a proxy that sends an invalid header', '10.0.0.1', `203.0.113.5, ${'x'.repeat(10_000)}`, null],
])('the client of %s', (_title, remoteAddress, forwardedFor, expected) => {
  expect(clientOf(remoteAddress, forwardedFor)).toBe(expected);
});

test('the addresses of an IPv6 /64 are one client', () => {
  expect(clientOf('2001:db8:1:2::1')).toBe(clientOf('2001:db8:1:2:ffff::9'));
  expect(clientOf('2001:db8:1:2::1')).not.toBe(clientOf('2001:db8:1:3::1'));
});
