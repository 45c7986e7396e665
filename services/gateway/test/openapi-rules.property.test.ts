import fc from 'fast-check';
import type { Fault } from '@medley/contracts';
import { createOutbound } from '@medley/outbound';
import { buildDocument } from '../src/openapi/build-document';
import { pipelineDocs } from '../src/openapi/docs/pipeline-docs';
import { createTaskDocs } from '../src/openapi/docs/creation-docs';
import { shortcutDocs } from '../src/openapi/docs/shortcut-docs';
import { textDocs } from '../src/openapi/docs/text-docs';
import { draftShortcut } from '../src/tasks/draft-shortcut';
import { draftTask } from '../src/tasks/draft-task';
import { restoreBody } from '../src/tasks/restore-text';
import { checkBody } from '../src/validation/check-body';
import { dropNulls } from '../src/validation/drop-nulls';
import { pipelineBody } from '../src/validation/pipeline-schema';
import { checkerOf, type OpenApiDocument } from './openapi-checker';

type Body = Record<string, unknown>;

const outbound = createOutbound({ allow: [] });
const rules = { refuseUrl: (text: string) => outbound.refuse(text) };
const url = 'https://example.com/a.mp4';
const common = { ttl: 4, metadata: [{ key: 'k', value: 'v' }] };

interface Endpoint {
  schema: string;
  /** A right body with every field, so that each has its turn. */
  body: Body;
  faultsOf(body: Body): Fault[];
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
    faultsOf: (body) => draftTask(body, rules).faults,
  },
  {
    schema: 'TranscodeRequest',
    body: { ...common, url, filename: 'f' },
    faultsOf: (body) => draftShortcut.transcode(body, rules).faults,
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
    faultsOf: (body) => draftShortcut.transcribe(body, rules).faults,
  },
  {
    schema: 'LlmRequest',
    body: { ...common, input: 'x', prompt: 'p', template: 't', language_in: 'en', provider: 'p', model: 'm' },
    faultsOf: (body) => draftShortcut.llm(body, rules).faults,
  },
  {
    schema: 'PiiRequest',
    body: { ...common, input: 'x', mode: 'blind' },
    faultsOf: (body) => draftShortcut.pii(body, rules).faults,
  },
  {
    schema: 'RestoreRequest',
    body: { task_id: '0b8f6c1e-52a3-4a68-9c1d-7a1f3f0f2b10', input: 'x' },
    faultsOf: (body) => checkBody(restoreBody, dropNulls(body)).faults,
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
    llm: { prompt: 'p', template: 't', provider: 'p', model: 'm', temperature: 1, response_schema: {} },
    depersonalize: { mode: 'blind', entity_types: ['EMAIL'], allow_list: ['a'] },
  }).map(([name, options]) => ({
    schema: 'PipelineRequest',
    body: { name: 'n', description: 'd', steps: [{ id: 'a', name, depends_on: ['b'], options }] },
    faultsOf: (body: Body) => checkBody(pipelineBody, dropNulls(body)).faults,
  })),
];

const route = (docs: (typeof textDocs)['restore']) => ({
  method: 'post' as const,
  path: `/${docs.id}`,
  docs,
});
const documented = [createTaskDocs, ...Object.values(shortcutDocs), textDocs.restore, pipelineDocs.create];
const document = buildDocument(documented.map(route), [], { apiUrl: '/', rootUrl: '/' });
const checker = checkerOf(document as unknown as OpenApiDocument, false);

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, child]) =>
    pathsIn(child, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...below];
}

/** Where a value may be put. Whether a step's name is known, and its graph right, another check says. */
function placesIn(body: Body): Path[] {
  return pathsIn(body).filter((path) => path.length > 0 && !/^steps(,0)?(,name)?$/.test(String(path)));
}

function put(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Body) };
  Object.assign(copy, { [key]: put((copy as Body)[key], rest, replacement) });
  return copy;
}

/** Around every limit there is, in characters of one, two and four bytes. */
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
    // A field that is null counts as not sent, which the introduction tells and not each schema.
    .filter(([, value]) => !JSON.stringify(value).includes('null'))
    .map(([place, value]) => ({ endpoint, body: put(endpoint.body, place, value) as Body })),
);

test('the bodies this starts from are right', () => {
  for (const { schema, body, faultsOf } of endpoints) {
    expect([schema, faultsOf(body)]).toEqual([schema, []]);
    expect([schema, checker.faults(['components', 'schemas', schema], body)]).toEqual([schema, []]);
  }
});

test('what the document takes is what the validation takes', () => {
  fc.assert(
    fc.property(mutated, ({ endpoint, body }) => {
      // How many bytes all metadata may have together is told in words.
      const faults = endpoint.faultsOf(body).filter(({ message }) => !message.includes('16 KiB'));
      const documentedFaults = checker.faults(['components', 'schemas', endpoint.schema], body);
      expect([endpoint.schema, documentedFaults.length === 0, documentedFaults, faults]).toEqual([
        endpoint.schema,
        faults.length === 0,
        documentedFaults,
        faults,
      ]);
    }),
    { numRuns: 3_000 },
  );
});

test('every field is documented as required exactly when it is', () => {
  for (const { schema, body, faultsOf } of endpoints) {
    for (const name of Object.keys(body)) {
      const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
      const isTaken = checker.faults(['components', 'schemas', schema], rest).length === 0;
      expect([schema, name, isTaken]).toEqual([schema, name, faultsOf(rest).length === 0]);
    }
  }
});
