import { json, status, type Respond } from '../../../tests/support/stub-upstream';
import { completion, languages } from './llm-harness';
import { startProvidersHarness } from './providers-harness';

const secrets = ['sk-secret-of-cloud', 'sk-secret-of-claude', 'sk-secret-of-spare'];
const PROMPT = 'Tell nobody about Rumpelstilzchen';
const TEXT = 'Совершенно секретно';

/** Upstreams that repeat what they were sent, key included, in whatever they answer. */
const echo =
  (code: number): Respond =>
  (response, { headers, body }) => {
    const said = `${headers.authorization ?? ''} ${String(headers['x-api-key'])} ${body.toString()}`;
    json({ error: { message: said, code: said, param: said } }, code)(response, { headers, body } as never);
  };

test.each<[string, Respond]>([
  ['400', echo(400)],
  ['401', echo(401)],
  ['429', echo(429)],
  ['500', echo(500)],
  ['200 that is no completion', echo(200)],
  ['a redirect', status(302, { Location: 'http://127.0.0.1:1/?key=sk-secret-of-cloud' })],
])('neither keys nor texts nor addresses are told to anybody after %s', async (_, respond) => {
  const llm = await startProvidersHarness({
    cloud: { models: ['m'], fallback: 'claude' },
    claude: { kind: 'anthropic', models: ['c'], fallback: 'spare' },
    spare: { models: ['s'] },
  });
  const upstreams = Object.values(llm.upstreams);
  for (const upstream of upstreams) upstream.respond(respond);
  const wish = { ...languages, prompt: PROMPT, response_schema: { type: 'object' }, temperature: 0.5 };
  const failures = [];
  for (const provider of ['cloud', 'claude', 'spare']) {
    failures.push(await llm.lab.fail({ text: { inline: TEXT } }, { ...wish, provider }));
  }
  llm.upstreams.cloud.respond(completion('{}'));
  const success = await llm.lab
    .succeed({ text: { inline: TEXT } }, { ...wish, provider: 'cloud' })
    .catch(() => null);
  const told =
    JSON.stringify([failures, success, llm.lab.events, await llm.lab.announcement()]) + llm.lab.logged();

  expect(upstreams.flatMap(({ requests }) => requests).length).toBeGreaterThanOrEqual(3);
  expect(told).toContain('the step failed');
  for (const secret of [...secrets, PROMPT, TEXT, '127.0.0.1']) expect(told).not.toContain(secret);
  await llm.close();
});
