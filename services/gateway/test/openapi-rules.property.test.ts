import fc from 'fast-check';
import type { ValidationIssue } from '@medley/contracts';
import { createOutbound } from '@medley/outbound';
import { responseSchemas } from '../src/api-document';
import { buildDocument } from '../src/openapi/build-document';
import { pipelineDocs } from '../src/resources/pipelines/pipeline-docs';
import { createTaskDocs } from '../src/resources/tasks/creation/creation-docs';
import { shortcutDocs } from '../src/resources/shortcuts/shortcut-docs';
import { restoreDocs } from '../src/resources/restore/restore-docs';
import type { RouteDocs } from '../src/route-docs/route-docs';
import { draftShortcut } from '../src/resources/shortcuts/draft-shortcut';
import { draftTask } from '../src/resources/tasks/creation/draft-task';
import { restoreBody } from '../src/resources/restore/restore-text';
import { checkBody } from '../src/validation/check-body';
import { dropNulls } from '../src/validation/drop-nulls';
import { pipelineBody } from '../src/resources/pipelines/pipeline-request';
import { checkerOf, type OpenApiDocument } from './openapi-checker';

type Body = Record<string, unknown>;

const outbound = createOutbound({ allow: [] });
const context = { checkUrl: (text: string) => outbound.refuse(text) };
const url = 'https://example.com/a.mp4';
const common = { ttl: 4, metadata: [{ key: 'k', value: 'v' }] };

interface Endpoint {
  schema: string;
  /** A valid body with every field, so that each is mutated. */
  body: Body;
  findIssues(body: Body): ValidationIssue[];
}

const endpoints: Endpoint[] = [
  {
    schema: 'TaskRequest',
    body: {
      ...common,
      url,
      input: 'x',
      steps: [{ name: 'fetch' }],
      prompt: 'p',
      template: 't',
      filename: 'f',
      language_in: 'en',
      language_out: 'en',
      response_schema: {},
    },
    findIssues: (body) => draftTask(body, context).issues,
  },
  {
    schema: 'TranscodeRequest',
    body: { ...common, url, filename: 'f' },
    findIssues: (body) => draftShortcut.transcode(body, context).issues,
  },
  {
    schema: 'TranscribeRequest',
    body: {
      ...common,
      url,
      diarization: true,
      language: 'auto',
      max_speakers: 4,
      vocabulary: ['a'],
      words: true,
      model: 'm',
    },
    findIssues: (body) => draftShortcut.transcribe(body, context).issues,
  },
  {
    schema: 'LlmRequest',
    body: { ...common, input: 'x', prompt: 'p', template: 't', language_in: 'en', provider: 'p', model: 'm' },
    findIssues: (body) => draftShortcut.llm(body, context).issues,
  },
  {
    schema: 'PiiRequest',
    body: {
      ...common,
      input: 'x',
      mode: 'blind',
      deny_list: ['a', { text: 'b', type: 'CUSTOM_B' }],
      patterns: [{ type: 'CUSTOM_C', regex: 'c' }],
    },
    findIssues: (body) => draftShortcut.pii(body, context).issues,
  },
  {
    schema: 'RestoreRequest',
    body: { task_id: '0b8f6c1e-52a3-4a68-9c1d-7a1f3f0f2b10', input: 'x' },
    findIssues: (body) => checkBody(restoreBody, dropNulls(body)).issues,
  },
  ...Object.entries({
    transcode: { bitrate: 128, sample_rate: 48_000, channels: 2, normalize: true, end: 9.5 },
    transcribe: {
      language: 'en',
      diarization: true,
      max_speakers: 4,
      vocabulary: ['a'],
      words: true,
      model: 'm',
    },
    redact: { with: 'silence', padding_ms: 100 },
    llm: { prompt: 'p', template: 't', provider: 'p', model: 'm', temperature: 1, response_schema: {} },
    depersonalize: {
      mode: 'blind',
      entity_types: ['EMAIL'],
      allow_list: ['a'],
      deny_list: ['a', { text: 'b', type: 'CUSTOM_B' }],
      patterns: [{ type: 'CUSTOM_C', regex: 'c' }],
    },
  }).map(([name, options]) => ({
    schema: 'PipelineRequest',
    body: { name: 'n', description: 'd', steps: [{ id: 'a', name, depends_on: ['b'], options }] },
    findIssues: (body: Body) => checkBody(pipelineBody, dropNulls(body)).issues,
  })),
];

const route = (docs: RouteDocs) => ({
  method: 'post' as const,
  path: `/${docs.id}`,
  docs,
});
const documented = [createTaskDocs, ...Object.values(shortcutDocs), restoreDocs, pipelineDocs.create];
const document = buildDocument(
  { routes: documented.map(route), publicRoutes: [], schemas: responseSchemas, webhooks: {} },
  { apiUrl: '/', rootUrl: '/' },
);
const checker = checkerOf(document as unknown as OpenApiDocument, false);

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, child]) =>
    pathsIn(child, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...below];
}

/** Paths of the values to replace; step names and the graph are validated elsewhere. */
function placesIn(body: Body): Path[] {
  return pathsIn(body).filter((path) => path.length > 0 && !/^steps(?:,0)?(?:,name)?$/.test(String(path)));
}

function put(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Body) };
  Object.assign(copy, { [key]: put((copy as Body)[key], rest, replacement) });
  return copy;
}

/** Lengths around every limit, in characters of one, two and four bytes. */
const lengthy = fc
  .tuple(
    fc.constantFrom(
      0,
      1,
      2,
      3,
      63,
      64,
      65,
      99,
      100,
      101,
      200,
      201,
      255,
      256,
      500,
      501,
      1_000,
      1_001,
      4_096,
      4_097,
    ),
    fc.constantFrom('a', 'я', '😀', '\u0301'),
  )
  .map(([length, character]) => character.repeat(length));

const values = fc.oneof(
  lengthy,
  fc.integer({ min: -2, max: 340_000 }),
  fc.constantFrom(0, 1, 2, 24, 25, 32, 33, 86_400, 86_401, 0.5, 8, 7, 320, 321, 8_000, 320_000, 44_100),
  fc.constantFrom('auto', 'en', 'RU', 'r1', 'blind', 'EMAIL', true, '\r', 'a\0', 'A_-9', '-a'),
  fc.array(fc.constant('a'), { maxLength: 30 }),
  fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
);

const mutated = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc
    .tuple(fc.constantFrom(...placesIn(endpoint.body)), values)
    // Null counts as not sent; the introduction of the document says so, the schemas do not.
    .filter(([, value]) => !JSON.stringify(value).includes('null'))
    .map(([place, value]) => ({ endpoint, body: put(endpoint.body, place, value) as Body })),
);

test('the bodies to mutate are valid', () => {
  for (const { schema, body, findIssues } of endpoints) {
    expect([schema, findIssues(body)]).toEqual([schema, []]);
    expect([schema, checker.issues(['components', 'schemas', schema], body)]).toEqual([schema, []]);
  }
});

test('the schemas of the document accept what the validation accepts', () => {
  fc.assert(
    fc.property(mutated, ({ endpoint, body }) => {
      // The limit of the bytes of all metadata is documented in words only.
      const issues = endpoint.findIssues(body).filter(({ message }) => !message.includes('16 KiB'));
      const documentedIssues = checker.issues(['components', 'schemas', endpoint.schema], body);
      expect([endpoint.schema, documentedIssues.length === 0, documentedIssues, issues]).toEqual([
        endpoint.schema,
        issues.length === 0,
        documentedIssues,
        issues,
      ]);
    }),
    { numRuns: 3_000 },
  );
});

test('every field is documented as required exactly when it is', () => {
  for (const { schema, body, findIssues } of endpoints) {
    for (const name of Object.keys(body)) {
      const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
      const isTaken = checker.issues(['components', 'schemas', schema], rest).length === 0;
      expect([schema, name, isTaken]).toEqual([schema, name, findIssues(rest).length === 0]);
    }
  }
});
