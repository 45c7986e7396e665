import { respondJson, startStubUpstream, startWiretap } from '@medley/testing';

const SECRET = 'Пётр Волков';

test.each<[string, () => RequestInit & { path?: string }]>([
  ['a body', () => ({ method: 'POST', body: `to ${SECRET}!` })],
  ['a body in capitals', () => ({ method: 'POST', body: SECRET.toUpperCase() })],
  [
    'JSON escapes',
    () => ({
      method: 'POST',
      body: [...SECRET].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    }),
  ],
  ['base64 in a header', () => ({ headers: { 'X-A': Buffer.from(`ab${SECRET}c`).toString('base64') } })],
  ['a path', () => ({ path: `/${encodeURIComponent(SECRET)}` })],
])('a wiretap finds a secret in %s', async (_, request) => {
  const upstream = await startStubUpstream();
  upstream.respond(respondJson({}));
  const tap = await startWiretap(upstream.url);
  const { path = '', ...init } = request();
  await (await fetch(`${tap.url}${path}`, init)).text();
  expect(tap.findLeaks([SECRET, 'Иван Петров', '+7 905 123-45-67'])).toEqual([SECRET]);
  expect(upstream.requests).toHaveLength(1);
  await tap.close();
  await upstream.close();
});
