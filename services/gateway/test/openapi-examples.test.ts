import { Readable } from 'node:stream';
import type { Outbound } from '@medley/outbound';
import { makeWav } from '@medley/testing';
import { exampleIds } from '../src/resources/tasks/examples/example-tasks';
import { checkerOf, type OpenApiChecker, type OpenApiDocument, type Operation } from './openapi-checker';
import { prepareFor } from './openapi-fixtures';
import { openEventStream } from './open-event-stream';
import { startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;
let document: OpenApiDocument;
let checker: OpenApiChecker;

beforeAll(async () => {
  // The receivers of the examples do not exist.
  const open: Outbound['open'] = () => Promise.resolve({ status: 204, headers: {}, body: Readable.from([]) });
  gateway = await startTestGateway({
    // The stream of an account ends only with its life.
    dependencies: ({ outbound }) => ({ outbound: { ...outbound, open }, streamLimits: { lifeMs: 1_000 } }),
  });
  client = await gateway.newClient({ tariff: 'business' });
  document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as OpenApiDocument;
  checker = checkerOf(document, true);
});
afterAll(() => gateway.stop());

interface Replay {
  path: string;
  method: string;
  operation: Operation;
  /** Of the example. */
  name: string;
}

function replaysOf(): Replay[] {
  return Object.entries(document.paths)
    .filter(([, { servers }]) => servers === undefined)
    .flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        namesOf(operation).map((name) => ({ path, method, operation, name })),
      ),
    );
}

/** One request for each example that has a body or a query; else a single request. */
function namesOf({ requestBody, parameters }: Operation): string[] {
  const body = Object.keys(requestBody?.content['application/json']?.examples ?? {});
  const query = parameters.flatMap(({ examples }) => Object.keys(examples ?? {}));
  const names = [...new Set([...body, ...query])];
  return names.length > 0 ? names : [''];
}

function withIds(text: string, ids: Record<string, string>): string {
  return Object.entries(ids).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

/** A path with the ids of the examples. */
function withExampleIds(path: string): string {
  const known: Readonly<Record<string, string>> = exampleIds;
  return path.replace(/\{(\w+)Id\}/g, (_, resource: string) => known[resource] ?? resource);
}

async function replay({ path, method, operation, name }: Replay): Promise<unknown> {
  const ids = await prepareFor(operation.operationId, { gateway, client });
  const filled = withExampleIds(path);
  const query = new URLSearchParams(
    operation.parameters.flatMap((parameter): [string, string][] => {
      const value = parameter.examples?.[name]?.value;
      if (value === undefined) return [];
      if (typeof value !== 'object') return [[parameter.name, String(value)]];
      return Object.entries(value as object).map(([key, one]) => [`${parameter.name}[${key}]`, String(one)]);
    }),
  );
  const example = operation.requestBody?.content['application/json']?.examples?.[name]?.value;
  const answer = await client.send(method.toUpperCase(), withIds(`${filled}?${query.toString()}`, ids), {
    ...(example !== undefined && { body: withIds(JSON.stringify(example), ids) }),
    ...(operation.requestBody?.content['application/octet-stream'] && { body: makeWav(1) }),
  });
  const [success = ''] = Object.keys(operation.responses);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const place = ['paths', path, method, 'responses', success, 'content', type, 'schema'];
  const documented = Object.keys(operation.responses[success]?.headers ?? {});
  return {
    status: String(answer.status) === success ? success : `${answer.status} ${answer.text}`,
    issues: checker.issues(place, type === 'application/json' ? answer.body : answer.text),
    undocumented: ['x-request-id', 'ratelimit', 'ratelimit-policy', 'location'].filter(
      (header) => answer.headers.has(header) && !documented.some((known) => known.toLowerCase() === header),
    ),
  };
}

test('every example of a request succeeds with a documented response', async () => {
  const replays = replaysOf();
  expect(replays.length).toBeGreaterThan(25);
  for (const one of replays) {
    const [success] = Object.keys(one.operation.responses);
    const where = `${one.method} ${one.path} ${one.name}`;
    expect([where, await replay(one)]).toEqual([where, { status: success, issues: [], undocumented: [] }]);
  }
});

test('undocumented fields are detected', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const { data } = (await client.get(`/tasks/${id}`)).body;
  const place = ['components', 'schemas', 'Task'];
  expect(checker.issues(place, data)).toEqual([]);
  expect(checker.issues(place, { ...data, secret: 1 })).toEqual([expect.stringContaining('additional')]);
  expect(checker.issues(place, { ...data, status: 'running' })).not.toEqual([]);
});

test('events of a stream have the documented shapes', async () => {
  const ids = await prepareFor('streamEvents', { gateway, client });
  const stream = await openEventStream(client, ids[exampleIds.task] ?? '');
  const events = await stream.rest();
  expect(events.map(({ event }) => event)).toEqual(['task.snapshot', 'task.completed']);
  const names: Record<string, string> = {
    'task.snapshot': 'SnapshotEvent',
    'task.completed': 'TerminalEvent',
  };
  for (const { event, data } of events) {
    expect(checker.issues(['components', 'schemas', names[event] ?? ''], data)).toEqual([]);
  }
});

test('the body of a webhook has the documented shape', async () => {
  const ids = await prepareFor('getTask', { gateway, client });
  const task = await gateway.stores.tasks.find(ids[exampleIds.task] ?? '');
  if (!task) throw new Error('the task is gone');
  const body = JSON.parse(await gateway.views.webhookBody(task, new Date())) as unknown;
  expect(checker.issues(['components', 'schemas', 'TaskCompletedWebhook'], body)).toEqual([]);
});

test('requests with an Idempotency-Key are replayed exactly where that is documented', async () => {
  for (const one of replaysOf().filter(
    ({ method, operation }) => method === 'post' && operation.requestBody,
  )) {
    const content = one.operation.requestBody?.content;
    const isFile = content?.['application/octet-stream'] !== undefined;
    const example = JSON.stringify(content?.['application/json']?.examples?.[one.name]?.value);
    const body = isFile ? makeWav(1) : example;
    const ids = await prepareFor(one.operation.operationId, { gateway, client });
    const path = withIds(withExampleIds(one.path), ids);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    await client.send('POST', path, { body, headers });
    const again = await client.send('POST', path, { body, headers });
    const isReplayed = again.headers.get('idempotency-replayed') === 'true';
    const isDocumented = one.operation.parameters.some(({ name }) => name === 'Idempotency-Key');
    expect([one.path, isReplayed]).toEqual([one.path, isDocumented]);
  }
});

test('files, health and metrics respond as documented', async () => {
  const ids = await prepareFor('getFile', { gateway, client });
  const { output } = (await client.get(`/tasks/${ids[exampleIds.task]}`)).body.data as {
    output: { transcode: { url: string } };
  };
  const file = await fetch(output.transcode.url.replace('http://files.test', gateway.url));
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  const health = await fetch(`${gateway.url}/health`);
  const place = ['paths', '/health', 'get', 'responses', '200', 'content', 'application/json', 'schema'];
  expect(checker.issues(place, await health.json())).toEqual([]);
  expect((await fetch(`${gateway.url}/metrics`)).headers.get('content-type')).toContain('text/plain');
});
