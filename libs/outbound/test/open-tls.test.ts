import { createOutbound, type OutboundRequest, type OutboundResponse } from '@medley/outbound';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { serveHttps, serveTcp, type Listener } from './listener';
import { makeAuthority, type Certificate } from './make-certificate';

const authority = makeAuthority('Medley test authority');
const DAY_MS = 86_400_000;

function get(host: string, connectTimeoutMs = 60_000): OutboundRequest {
  const { signal } = new AbortController();
  return {
    method: 'GET',
    url: `https://${host}/`,
    headers: {},
    signal,
    dnsTimeoutMs: 60_000,
    connectTimeoutMs,
  };
}

function open(request: OutboundRequest, ca: string | null = authority.cert): Promise<OutboundResponse> {
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
  return createOutbound({ allow: ['127.0.0.0/8'], resolve, ...(ca ? { ca } : {}) }).open(request);
}

describe('https to an address a user named', () => {
  let server: Listener | null = null;

  afterEach(() => server?.close());

  async function serve(certificate: Certificate): Promise<number> {
    server = await serveHttps(certificate, (request, response) => {
      response.end(String((request.socket as TLSSocket & { servername: unknown }).servername));
    });
    return server.port;
  }

  it('names the host in the handshake and verifies its certificate', async () => {
    const port = await serve(authority.issue('media.example'));
    const { body } = await open(get(`media.example:${port}`));
    expect(await text(body)).toBe('media.example');
  });

  it('verifies the certificate of a bare address', async () => {
    const port = await serve(authority.issue('127.0.0.1'));
    const { body } = await open(get(`127.0.0.1:${port}`));
    expect(await text(body)).toBe('false');
  });

  it.each<[string, () => Certificate, string | null]>([
    ['from an unknown authority', () => authority.issue('media.example'), null],
    ['signed by itself', () => makeAuthority('media.example'), authority.cert],
    ['for another host', () => authority.issue('other.example'), authority.cert],
    [
      'that has expired',
      () => authority.issue('media.example', { from: new Date(0), to: new Date(Date.now() - DAY_MS) }),
      authority.cert,
    ],
    [
      'that is not valid yet',
      () =>
        authority.issue('media.example', {
          from: new Date(Date.now() + DAY_MS),
          to: new Date(Date.now() + 2 * DAY_MS),
        }),
      authority.cert,
    ],
  ])('refuses a certificate %s', async (_name, make, ca) => {
    const port = await serve(make());
    await expect(open(get(`media.example:${port}`), ca)).rejects.toMatchObject({ failure: 'tls error' });
  });

  it('ignores environment variables that disable the verification', async () => {
    const port = await serve(makeAuthority('media.example'));
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      await expect(open(get(`media.example:${port}`))).rejects.toMatchObject({ failure: 'tls error' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  it('fails on a server that speaks no TLS', async () => {
    server = await serveTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(open(get(`media.example:${server.port}`))).rejects.toMatchObject({ failure: 'tls error' });
  });

  it('gives up on a handshake that does not end', async () => {
    server = await serveTcp();
    await expect(open(get(`media.example:${server.port}`, 100))).rejects.toMatchObject({
      failure: 'connect timed out',
    });
  });
});
