import { createOutbound, type OutboundRequest } from '@medley/outbound';
import { text } from 'node:stream/consumers';
import { serveHttp, serveTcp, type Listener } from './listener';

function get(url: string): OutboundRequest {
  const { signal } = new AbortController();
  return { method: 'GET', url, headers: {}, signal, dnsTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
}

const isForbidden = expect.objectContaining({ failure: 'forbidden address' }) as unknown;

describe('an address is checked before it is dialled', () => {
  let canary: Listener;
  let canaryOn6: Listener | null;

  beforeEach(async () => {
    canary = await serveTcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'), '0.0.0.0');
    canaryOn6 = await serveTcp(undefined, '::1').catch(() => null);
  });

  afterEach(async () => {
    expect([canary.connections, canaryOn6?.connections ?? 0]).toEqual([0, 0]);
    await canary.close();
    await canaryOn6?.close();
  });

  it.each([
    '0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '169.254.170.2', '172.16.0.1',
    '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1',
    '255.255.255.255', '100.100.100.200', '168.63.129.16', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1',
    '::ffff:7f00:1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001:db8::1', '2002:7f00:1::',
    '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%lo', 'ff02::1', 'not an address', '',
  ])('refuses a name that leads to %j, alone or among public addresses', async (address) => {
    for (const addresses of [[address], ['93.184.215.14', address], [address, '93.184.215.14']]) {
      const outbound = createOutbound({ allow: [], resolve: () => Promise.resolve(addresses) });
      await expect(outbound.open(get(`http://example.com:${canary.port}/`))).rejects.toEqual(isForbidden);
    }
  }); // prettier-ignore

  it.each([
    '127.0.0.1',
    '2130706433',
    '127.1',
    '0',
    'localhost',
    'a.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ])('refuses the host %s without asking a name server', async (host) => {
    const resolve = jest.fn(() => Promise.resolve(['127.0.0.1']));
    const outbound = createOutbound({ allow: [], resolve });
    await expect(outbound.open(get(`http://${host}:${canary.port}/`))).rejects.toEqual(isForbidden);
    expect(resolve).not.toHaveBeenCalled();
  });

  it('refuses with the default resolver as well', async () => {
    const outbound = createOutbound({ allow: ['10.0.0.0/8'] });
    await expect(outbound.open(get(`http://localhost:${canary.port}/`))).rejects.toEqual(isForbidden);
  });

  it.each(['file:///etc/passwd', 'ftp://example.com/', 'http://user@example.com/', 'http://example.com:25/'])(
    'refuses %s',
    async (url) => {
      const outbound = createOutbound({
        allow: ['0.0.0.0/0'],
        resolve: () => Promise.resolve(['127.0.0.1']),
      });
      await expect(outbound.open(get(url))).rejects.toEqual(isForbidden);
    },
  );
});

describe('a name is resolved once', () => {
  it('so a second lookup with another address never happens (DNS rebinding)', async () => {
    const checked = await serveHttp((_request, response) => response.end('checked'), '127.0.0.1');
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']];
    const resolve = jest.fn(() => Promise.resolve(answers.shift() ?? []));
    const outbound = createOutbound({ allow: ['127.0.0.1/32'], resolve });
    try {
      const { body } = await outbound.open(get(`http://rebinding.example:${checked.port}/`));
      expect(await text(body)).toBe('checked');
      expect(resolve).toHaveBeenCalledTimes(1);
      await expect(outbound.open(get(`http://rebinding.example:${checked.port}/`))).rejects.toEqual(
        isForbidden,
      );
      expect(checked.connections).toBe(1);
    } finally {
      await checked.close();
    }
  });
});

describe('a proxy of the environment', () => {
  const before = { ...process.env };

  afterEach(() => {
    process.env = before;
  });

  it('is not used', async () => {
    const proxy = await serveTcp();
    const target = await serveHttp((_request, response) => response.end('direct'));
    const url = `http://127.0.0.1:${proxy.port}`;
    process.env = {
      ...before,
      HTTP_PROXY: url,
      http_proxy: url,
      ALL_PROXY: url,
      all_proxy: url,
      NO_PROXY: '',
    };
    const outbound = createOutbound({
      allow: ['127.0.0.0/8'],
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    const { body } = await outbound.open(get(`http://example.com:${target.port}/`));
    expect(await text(body)).toBe('direct');
    expect(proxy.connections).toBe(0);
    await Promise.all([proxy.close(), target.close()]);
  });
});
