import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutbound } from '@medley/outbound';
import {
  type DnsServer,
  loopbackSpellings,
  makeWav,
  malformed,
  metadata,
  notPublic,
  startDnsServer,
  until,
  type DnsZone,
} from '@medley/testing';
import { summarize, type TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

/** The one address that the operator allowed stands for a public one; no other address of this machine may be reached. */
const OPEN = '127.0.0.2';
const CLOSED = ['127.0.0.1', '127.0.0.3', '::1'];
const RETRIES = { WEBHOOK_RETRY_DELAYS_S: '0.05', STEP_RETRY_DELAYS_S: '0.05' };

let connections = 0;
let port: number;
let servers: Server[];
let dns: DnsServer;
let system: TestSystem;
let client: TestClient;
let redirectTo = '';

const names: Record<string, ReturnType<DnsZone>> = {
  'private.test': { A: ['127.0.0.1'] },
  'ten.test': { A: ['10.0.0.1'] },
  'both.test': { A: [OPEN, '127.0.0.1'] },
  'mapped.test': { AAAA: ['0:0:0:0:0:ffff:7f00:1'] },
  'loopback6.test': { AAAA: ['0:0:0:0:0:0:0:1'] },
  'alias.test': { CNAME: ['inner.test'], A: ['127.0.0.3'] },
  'cloud.test': { A: ['169.254.169.254'] },
};
/** The allowed address when it is checked, a forbidden one afterwards. */
const zone: DnsZone = (name, times) =>
  name.startsWith('rebinds')
    ? { A: [times === 0 ? OPEN : '127.0.0.1'] }
    : name.startsWith('open')
      ? { A: [OPEN] }
      : (names[name] ?? null);

beforeAll(async () => {
  const source: RequestListener = ({ url }, response) => {
    if (url === '/moved') response.writeHead(302, { Location: redirectTo }).end();
    else response.writeHead(200).end(makeWav(1));
  };
  const open = await listen(source, OPEN, 0);
  port = (open.address() as AddressInfo).port;
  // A machine without IPv6 has one canary fewer.
  const tried = await Promise.allSettled(
    CLOSED.map((host) => listen((_, response) => response.end(), host, port)),
  );
  const canaries = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const canary of canaries) canary.on('connection', () => (connections += 1));
  servers = [open, ...canaries];
  dns = await startDnsServer(zone);
  const outbound = createOutbound({ allow: [`${OPEN}/32`], dnsServers: [dns.address] });
  system = await startTestSystem({ outbound, env: RETRIES });
  client = await system.newClient();
});
afterAll(async () => {
  await system.stop();
  await dns.stop();
  for (const server of servers) server.close().closeAllConnections();
});
beforeEach(() => (connections = 0));
afterEach(() => expect(connections).toBe(0));

function listen(listener: RequestListener, host: string, at: number): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(at, host, () => resolve(server));
  });
}

/** The canaries listen on this port of every address in the table. */
const atCanary = (url: string): string =>
  url.replace(/^(http:\/\/[^/?#:@\]]+|http:\/\/\[[^\]]+\])(?=[/?#]|$)/, `$1:${port}`);

test('source and webhook URLs that are malformed or not public are refused', async () => {
  const hosts = [...notPublic, ...metadata].map((host) => `http://${host}/x`);
  for (const url of [...loopbackSpellings, ...hosts].map(atCanary).concat(malformed)) {
    const [link, hook] = await Promise.all([
      client.post('/transcode', { url }),
      client.post('/pii', { input: 'x', webhook_url: url }),
    ]);
    expect([url, summarize(link)]).toEqual([url, '400 VALIDATION_ERROR url']);
    expect([url, summarize(hook)]).toEqual([url, '400 VALIDATION_ERROR webhook_url']);
  }
});

const closedNames: [what: string, name: string][] = [
  ...Object.keys(names).map((name): [string, string] => [name, name]),
  ['an unknown name', 'nowhere.test'],
  ['a name with a label of 64 letters', `${'a'.repeat(64)}.test`],
  ['a name of 300 letters', `${'a.'.repeat(150)}test`],
];

test.each(closedNames)('a source behind %s is not fetched', async (_what, name) => {
  const { id } = await client.create('/transcode', { url: `http://${name}:${port}/a.wav` });
  const task = await system.ended(id);
  expect(task.error?.code).toMatch(/^(ADDRESS_FORBIDDEN|SOURCE_UNREACHABLE)$/);
});

test.each(closedNames)('no webhook is sent to %s', async (_what, name) => {
  const webhook_url = `http://${name}:${port}/hook`;
  const { id } = await client.create('/pii', { input: 'x', webhook_url });
  await until(async () => (await system.stores.tasks.find(id))?.delivery?.state === 'failed');
  const { items } = (await client.get(`/tasks/${id}/webhooks`)).body.data as {
    items: { attempts: { error: string; status_code: null }[] }[];
  };
  for (const { error, status_code } of items[0]?.attempts ?? []) {
    expect([error, status_code]).toEqual([
      expect.stringMatching(/^(forbidden address|name not found)$/),
      null,
    ]);
  }
});

test('a host whose DNS answer changes after the check is reached at the checked address', async () => {
  const url = `http://rebinds-media.test:${port}/a.wav`;
  const webhook_url = `http://rebinds-hook.test:${port}/hook`;
  const made = await Promise.all([
    client.create('/tasks', { url, steps: [{ name: 'fetch' }] }),
    client.create('/pii', { input: 'x', webhook_url }),
  ]);
  const [fetched] = await Promise.all(made.map(({ id }) => system.ended(id)));
  expect(fetched?.status).toBe('completed');
  await until(async () => (await system.stores.tasks.find(made[1].id))?.delivery?.state === 'delivered');
});

test.each<[what: string, target: () => string, from?: string]>([
  ['this machine', () => `http://127.0.0.1:${port}/`],
  ['this machine by name', () => `http://localhost:${port}/`],
  ['this machine as a number', () => `http://2130706433:${port}/`],
  ['this machine in IPv6', () => `http://[::1]:${port}/`],
  ['a private name', () => `http://private.test:${port}/`],
  [
    'a name that now resolves to another address',
    () => `http://rebinds-later.test:${port}/`,
    'rebinds-later.test',
  ],
  ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
  ['a file', () => 'file:///etc/passwd'],
])('a redirect to %s is not followed', async (_what, target, from = 'open.test') => {
  redirectTo = target();
  const { id } = await client.create('/tasks', {
    url: `http://${from}:${port}/moved`,
    steps: [{ name: 'fetch' }],
  });
  expect((await system.ended(id)).error?.code).toBe('ADDRESS_FORBIDDEN');
});

test('no setting opens metadata or link-local addresses', async () => {
  const outbound = createOutbound({ allow: ['0.0.0.0/0', '::/0'], dnsServers: [dns.address] });
  const wide = await startTestSystem({ outbound, env: RETRIES });
  try {
    const guest = await wide.newClient();
    for (const host of metadata) {
      const link = await guest.post('/transcode', { url: `http://${host}/` });
      const hook = await guest.post('/pii', { input: 'x', webhook_url: `http://${host}/` });
      expect([host, summarize(link)]).toEqual([host, '400 VALIDATION_ERROR url']);
      expect([host, summarize(hook)]).toEqual([host, '400 VALIDATION_ERROR webhook_url']);
    }
    const { id } = await guest.create('/transcode', { url: 'http://cloud.test/latest' });
    expect((await wide.ended(id)).error?.code).toBe('ADDRESS_FORBIDDEN');
  } finally {
    await wide.stop();
  }
});
