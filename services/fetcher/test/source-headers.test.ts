import type { IncomingHttpHeaders } from 'node:http';
import { HeaderSealer, Keyring } from '@medley/kit';
import { makeWav } from '@medley/testing';
import type { ServiceHarness } from '@medley/testing/worker';
import { openSource, startFetcherHarness, type Source } from './fetcher-harness';

const wav = makeWav(1);
const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
const headers = { Authorization: 'Bearer s3cret', cookie: 's3cret=1', accept: 'audio/wav' };

interface Seen {
  url: string;
  headers: IncomingHttpHeaders;
}

let worker: ServiceHarness;
let source: Source;
let other: Source;
let seen: { source: Seen[]; other: Seen[] };
/** Where each path of either server redirects; else it answers the media. */
let redirects: Record<string, string>;

beforeEach(async () => {
  seen = { source: [], other: [] };
  redirects = {};
  const serve = (name: 'source' | 'other'): Promise<Source> =>
    openSource((request, response) => {
      const url = request.url ?? '';
      seen[name].push({ url, headers: request.headers });
      const location = redirects[`${name}${url}`];
      if (location === undefined) response.end(wav);
      else response.writeHead(302, { Location: location }).end();
    });
  worker = await startFetcherHarness({ env: { MASTER_KEY } });
  source = await serve('source');
  other = await serve('other');
});
afterEach(async () => {
  expect(worker.logged()).not.toContain('s3cret');
  await worker.close();
  await Promise.all([source.close(), other.close()]);
});

function fetchWith(to = source.url): ReturnType<ServiceHarness['succeed']> {
  const sealed = new HeaderSealer(new Keyring({ current: MASTER_KEY })).seal(
    { to, headers },
    'source',
    'account',
  );
  const source_headers = { account_id: 'account', sealed };
  return worker.succeed({ url: `${source.url}/first`, source_headers }, {});
}

const credentialsOf = (requests: Seen[]): (string | undefined)[] =>
  requests.map((request) => request.headers.authorization ?? request.headers.cookie);

test('the headers are sent to the origin of the link, in place of those of the service', async () => {
  await fetchWith();
  expect(seen.source[0]?.headers).toMatchObject({
    authorization: 'Bearer s3cret',
    cookie: 's3cret=1',
    accept: 'audio/wav',
    'accept-encoding': 'identity',
  });
});

test('a redirect within the origin keeps them', async () => {
  redirects['source/first'] = '/second';
  await fetchWith();
  expect(credentialsOf(seen.source)).toEqual(['Bearer s3cret', 'Bearer s3cret']);
});

test('a redirect to another port does not get them, and they are not sent again on the way back', async () => {
  redirects['source/first'] = `${other.url}/away`;
  redirects['other/away'] = `${source.url}/back`;
  await fetchWith();
  expect(credentialsOf(seen.source)).toEqual(['Bearer s3cret', undefined]);
  expect(credentialsOf(seen.other)).toEqual([undefined]);
});

test('headers that were given for another origin are not sent', async () => {
  await fetchWith(other.url);
  expect(credentialsOf(seen.source)).toEqual([undefined]);
});
