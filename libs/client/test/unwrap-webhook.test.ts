import { Medley, webhooks, WebhookVerificationError } from '@medley/client';
import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({
  event: 'task.completed',
  task: { id: 'x', filename: 'тон.wav' },
  timestamp: 'now',
});

/** The headers of a webhook, as the library of Standard Webhooks signs it. */
function signed(by = secret, at = new Date(), id = randomUUID()): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, at, body),
  };
}
const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

test('a genuine webhook gives its payload, from text, bytes and any kind of headers', () => {
  const headers = signed();
  const payload = webhooks.unwrap(body, headers, secret);
  expect(payload).toMatchObject({ event: 'task.completed', task: { filename: 'тон.wav' } });
  expect(webhooks.unwrap(Buffer.from(body), new Headers(headers), secret)).toEqual(payload);
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  expect(webhooks.unwrap(body, shouted, secret)).toEqual(payload);
  const medley = new Medley({ baseUrl: 'http://127.0.0.1:1', apiKey: 'none' });
  expect(medley.webhooks.unwrap(body, headers, secret.replace('whsec_', ''))).toEqual(payload);
});

test('during a rotation either side may have two', () => {
  expect(() => webhooks.unwrap(body, signed(other), [secret, other])).not.toThrow();
  const headers = signed();
  const two = `v1,${randomBytes(32).toString('base64')} v2,x ${headers['webhook-signature']}`;
  expect(() => webhooks.unwrap(body, { ...headers, 'webhook-signature': two }, secret)).not.toThrow();
});

test.each([0, 290, -290])('one of %i seconds ago is accepted', (age) => {
  expect(() => webhooks.unwrap(body, signed(secret, secondsAgo(age)), secret)).not.toThrow();
});

const spoiled: [string, () => unknown][] = [
  ['a changed body', () => webhooks.unwrap(`${body} `, signed(), secret)],
  ['another secret', () => webhooks.unwrap(body, signed(other), secret)],
  ['no secret at all', () => webhooks.unwrap(body, signed(), [])],
  ['an empty secret', () => webhooks.unwrap(body, signed(), ['whsec_', secret])],
  ['another id', () => webhooks.unwrap(body, { ...signed(), 'webhook-id': 'y' }, secret)],
  ['a replayed old one', () => webhooks.unwrap(body, signed(secret, secondsAgo(310)), secret)],
  ['one of the future', () => webhooks.unwrap(body, signed(secret, secondsAgo(-310)), secret)],
  ['an invalid timestamp', () => webhooks.unwrap(body, { ...signed(), 'webhook-timestamp': 'NaN' }, secret)],
  ['no headers', () => webhooks.unwrap(body, {}, secret)],
  ['half a signature', () => webhooks.unwrap(body, { ...signed(), 'webhook-signature': 'v1,' }, secret)],
  ['a foreign scheme', () => {
    const headers = signed();
    const signature = String(headers['webhook-signature']).replace('v1,', 'v1a,');
    return webhooks.unwrap(body, { ...headers, 'webhook-signature': signature }, secret);
  }],
]; // prettier-ignore

test.each(spoiled)('%s is refused', (_, unwrap) => {
  expect(unwrap).toThrow(WebhookVerificationError);
});

test('isGenuine is the same as a question, which an unsigned request answers with false', () => {
  expect(webhooks.isGenuine(Buffer.from(body), signed(), [other, secret])).toBe(true);
  expect(webhooks.isGenuine(body, { 'content-type': 'application/json' }, secret)).toBe(false);
  expect(webhooks.isGenuine('', new Headers(), secret)).toBe(false);
  expect(webhooks.isGenuine(`${body} `, signed(), secret)).toBe(false);
  const medley = new Medley({ baseUrl: 'http://127.0.0.1:1', apiKey: 'none' });
  expect(medley.webhooks.isGenuine(body, signed(other), secret)).toBe(false);
});
