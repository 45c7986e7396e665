import { respondJson, type Responder, respondStatus } from '@medley/testing';
import { completion, languages } from './llm-harness';
import { startProvidersHarness } from './providers-harness';

const secrets = ['sk-secret-of-cloud', 'sk-secret-of-claude', 'sk-secret-of-spare'];
const PROMPT = 'Tell nobody about Rumpelstilzchen';
const TEXT = 'Совершенно секретно';

/** Upstreams that repeat the request, including the key, in their responses. */
const echo =
  (code: number): Responder =>
  (response, { headers, body }) => {
    const said = `${headers.authorization ?? ''} ${String(headers['x-api-key'])} ${body.toString()}`;
    respondJson({ error: { message: said, code: said, param: said } }, code)(response, {
      headers,
      body,
    } as never);
  };

test.each<[string, Responder]>([
  ['400', echo(400)],
  ['401', echo(401)],
  ['429', echo(429)],
  ['500', echo(500)],
  ['200 that is no completion', echo(200)],
  ['a redirect', respondStatus(302, { Location: 'http://127.0.0.1:1/?key=sk-secret-of-cloud' })],
])('no key, text or address appears in errors, logs or announcements after %s', async (_, respond) => {
  const llm = await startProvidersHarness({
    cloud: { models: ['m'], fallback: 'claude' },
    claude: { kind: 'anthropic', models: ['c'], fallback: 'spare' },
    spare: { models: ['s'] },
  });
  const upstreams = Object.values(llm.upstreams);
  for (const upstream of upstreams) upstream.respond(respond);
  const common = { ...languages, prompt: PROMPT, response_schema: { type: 'object' }, temperature: 0.5 };
  const failures = [];
  for (const provider of ['cloud', 'claude', 'spare']) {
    failures.push(await llm.worker.fail({ text: { inline: TEXT } }, { ...common, provider }));
  }
  llm.upstreams.cloud.respond(completion('{}'));
  const success = await llm.worker
    .succeed({ text: { inline: TEXT } }, { ...common, provider: 'cloud' })
    .catch(() => null);
  const reported =
    JSON.stringify([failures, success, llm.worker.events, await llm.worker.announcement()]) +
    llm.worker.logged();

  expect(upstreams.flatMap(({ requests }) => requests).length).toBeGreaterThanOrEqual(3);
  expect(reported).toContain('the step failed');
  for (const secret of [...secrets, PROMPT, TEXT, '127.0.0.1']) expect(reported).not.toContain(secret);
  await llm.close();
});
