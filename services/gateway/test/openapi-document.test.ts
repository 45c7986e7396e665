import { validate } from '@readme/openapi-parser';
import { apiErrorCodes } from '@medley/contracts';
import { httpStatuses } from '../src/http/error-response';
import { batchBody } from '../src/resources/tasks/creation/create-batch';
import { restoreBody } from '../src/resources/restore/restore-text';
import { pipelineBody } from '../src/resources/pipelines/pipeline-request';
import {
  llmBody,
  piiBody,
  transcodeBody,
  transcribeBody,
} from '../src/resources/shortcuts/shortcut-requests';
import { taskBody } from '../src/resources/tasks/creation/task-request';
import { checkerOf, type OpenApiChecker, type OpenApiDocument, type Operation } from './openapi-checker';
import { startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;
let document: OpenApiDocument;
let checker: OpenApiChecker;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
  const headers = { Connection: 'close' };
  document = (await (await fetch(`${gateway.url}/openapi.json`, { headers })).json()) as OpenApiDocument;
  checker = checkerOf(document, true);
});
afterAll(() => gateway.stop());

const methods = ['get', 'head', 'post', 'put', 'delete'];

interface Place {
  path: string;
  method: string;
  operation: Operation;
}

function operations(): Place[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

const isOpen = ({ path }: Place): boolean => document.paths[path]?.['servers'] !== undefined;

test('the document is valid OpenAPI 3.1', async () => {
  const copy = structuredClone(document) as unknown as Parameters<typeof validate>[0];
  expect(await validate(copy)).toMatchObject({ valid: true, warnings: [] });
});

test('every path accepts exactly the documented methods', async () => {
  for (const [path, item] of Object.entries(document.paths).filter(([, { servers }]) => !servers)) {
    // On a connection of its own, as above: one that is kept is closed after 5 s, which a busy machine may take to check the
    // document, or between two requests.
    const headers = { Connection: 'close' };
    const answer = await client.send('REPORT', path.replace(/\{\w+\}/g, crypto.randomUUID()), { headers });
    const allowed = (answer.headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
    expect([path, allowed.sort()]).toEqual([
      path,
      Object.keys(item)
        .map((method) => method.toUpperCase())
        .sort(),
    ]);
  }
});

test('every error code is documented, under its status', () => {
  const seen = new Set<string>(['METHOD_NOT_ALLOWED']);
  for (const { operation } of operations()) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      for (const code of Object.keys(content?.['application/json']?.examples ?? {})) {
        seen.add(code);
        expect([code, httpStatuses[code as keyof typeof httpStatuses]]).toEqual([code, Number(status)]);
      }
    }
  }
  expect([...seen].sort()).toEqual([...apiErrorCodes].sort());
});

test.each([
  ['TaskRequest', taskBody],
  ['BatchRequest', batchBody],
  ['TranscodeRequest', transcodeBody],
  ['TranscribeRequest', transcribeBody],
  ['LlmRequest', llmBody],
  ['PiiRequest', piiBody],
  ['RestoreRequest', restoreBody],
  ['PipelineRequest', pipelineBody],
])('%s documents the validated fields', (name, schema) => {
  const { keys } = schema.describe() as { keys: object };
  const { properties } = document.components.schemas[name] as { properties: object };
  expect(Object.keys(properties).sort()).toEqual(Object.keys(keys).sort());
});

test('operations have unique ids, and examples of request and response', () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { operation } of operations()) {
    const [success] = Object.values(operation.responses);
    const shown = Object.values(success?.content ?? {}).flatMap(({ examples }) =>
      Object.keys(examples ?? {}),
    );
    expect([operation.operationId, shown]).toEqual([
      operation.operationId,
      expect.arrayContaining([expect.anything()]),
    ]);
    const asked = operation.requestBody?.content['application/json']?.examples;
    // A file has no example.
    if (operation.requestBody?.content['application/json'])
      expect(Object.keys(asked ?? {}).length).toBeGreaterThan(0);
  }
});

test('every example of a response is valid by its schema', () => {
  for (const { path, method, operation } of operations()) {
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const [type, { examples = {} }] of Object.entries(content)) {
        for (const [name, { value, $ref }] of Object.entries(examples as Record<string, Shown>)) {
          const shown = $ref === undefined ? value : document.components.examples[name]?.value;
          const place = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
          expect([place.join(' '), checker.issues(place, shown)]).toEqual([place.join(' '), []]);
        }
      }
    }
  }
});

interface Shown {
  value?: unknown;
  $ref?: string;
}

test('the webhooks are documented with their headers and bodies', () => {
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const place = ['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    const example = post.requestBody?.content['application/json']?.example;
    expect([event, checker.issues(place, example)]).toEqual([event, []]);
    expect(post.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['X-Service-Event', 'X-Service-Delivery', 'webhook-signature']),
    );
  }
  expect(Object.keys(document.webhooks)).toEqual(['task.completed', 'task.failed']);
});

test('routes without a key, and those of OpenAI’s speech API, are outside the API path', () => {
  expect([
    ...new Set(
      operations()
        .filter(isOpen)
        .map(({ path }) => path),
    ),
  ]).toEqual([
    '/files/{taskId}/{stepId}/{filename}',
    '/health',
    '/metrics',
    '/v1/audio/transcriptions',
    '/v1/models',
    '/v1/models/{model}',
  ]);
});
