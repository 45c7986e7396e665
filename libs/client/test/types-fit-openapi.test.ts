import { Medley } from '@medley/client';
import { startTestGateway } from '@medley/testing/gateway';
import { outlineOfSchema, readClientTypes, type Outline, type Schema } from './type-outline';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  security?: unknown[];
}

let document: Schema;
let outlineOfType: (name: string) => Outline;

beforeAll(async () => {
  const gateway = await startTestGateway();
  document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as Schema;
  await gateway.stop();
  outlineOfType = readClientTypes();
});

/** Every operation of the interface, as `GET /tasks/{taskId}`; those without a key and those of OpenAI's client are left out. */
function operations(): Map<string, Operation> {
  const rows = Object.entries(document['paths'] as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(path.startsWith('/v1/') ? {} : methods)
        .filter(([, operation]) => operation.operationId && operation.security?.length !== 0)
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
  return new Map(rows);
}

/** The older spelling of `response_schema` is for those who write JSON by hand. */
const withoutOldSpelling = (outline: Outline): Outline =>
  outline.filter((line) => !line.includes('responseSchema'));

test.each([
  'Task',
  'TaskInput',
  'TaskStep',
  'StepAttempt',
  'ListedTask',
  'ListedStep',
  'TaskErrorDetails',
  'TaskRequest',
  'TranscodeRequest',
  'TranscribeRequest',
  'LlmRequest',
  'PiiRequest',
  'RetryRequest',
  'PipelineRequest',
  'RestoreRequest',
  'Metadata',
  'TranscodeOptions',
  'TranscribeOptions',
  'LlmOptions',
  'DepersonalizeOptions',
  'RedactOptions',
  'FetchOutput',
  'TranscodeOutput',
  'TranscriptSegment',
  'TranscriptWord',
  'Waveform',
  'LlmOutput',
  'FoundEntity',
  'DepersonalizeOutput',
  'RestoreOutput',
  'Redaction',
  'RedactOutput',
  'OmittedOutput',
  'Pipeline',
  'Balance',
  'Key',
  'LedgerEntry',
  'LedgerPage',
  'Usage',
  'UsageRow',
  'NewKey',
  'NewKeyRequest',
  'KeyChangeRequest',
  'BatchResult',
  'Batch',
  'TaskEstimate',
  'Upload',
  'Delivery',
  'DeliveryAttempt',
  'DeliveryPage',
  'WebhookTestResult',
  'RotatedSecret',
  'CompletedTask',
  'FailedTask',
])('%s is the schema of that name', (name) => {
  const schema = { $ref: `#/components/schemas/${name}` };
  expect(outlineOfType(name)).toEqual(withoutOldSpelling(outlineOfSchema(schema, document)));
});

test.each([
  ['StepRequest', 'RequestedStep'],
  ['ResolvedStep', 'Step'],
  ['StepDescription', 'StepKind'],
  ['StepCatalogue', 'StepList'],
  ['Transcript', 'TranscribeOutput'],
  ['SnapshotData', 'SnapshotEvent'],
  ['CreatedData', 'CreatedEvent'],
  ['StepEventData', 'StepEvent'],
  ['FieldError', 'Fault'],
])('%s is the schema %s', (name, schemaName) => {
  const schema = { $ref: `#/components/schemas/${schemaName}` };
  expect(outlineOfType(name)).toEqual(withoutOldSpelling(outlineOfSchema(schema, document)));
});

test('WebhookPayload is either of the two webhooks', () => {
  const names = ['TaskCompletedWebhook', 'TaskFailedWebhook'];
  const schema = { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  expect(outlineOfType('WebhookPayload')).toEqual(outlineOfSchema(schema, document));
});

test('the codes of errors are those of the document', () => {
  const schema = { $ref: '#/components/schemas/ErrorFacts/properties/code' };
  expect(outlineOfType('ApiErrorCode')).toEqual(outlineOfSchema(schema, document));
});

test.each([
  ['TaskListRequest', 'GET /tasks'],
  ['PageRequest', 'GET /pipelines'],
  ['DeliveryListRequest', 'GET /deliveries'],
  ['LedgerListRequest', 'GET /ledger'],
  ['UsageRequest', 'GET /usage'],
  ['StepFilter', 'GET /steps'],
])('%s is the query of %s', (name, operation) => {
  const { parameters = [] } = operations().get(operation) ?? {};
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const properties = Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema]));
  expect(outlineOfType(name)).toEqual(outlineOfSchema({ type: 'object', properties }, document));
});

test('every operation has its function, and no function requests anything else', async () => {
  const asked = new Set<string>();
  const recording: typeof fetch = (input, init) => {
    const path = new URL(String(input)).pathname.replace('/api/v1', '');
    asked.add(`${init?.method} ${path}`);
    return Promise.resolve(new Response('{}', { status: 404 }));
  };
  const medley = new Medley({ baseUrl: 'http://127.0.0.1:1', apiKey: 'none', fetch: recording });
  const task = '{taskId}';
  const pipeline = { name: 'p', steps: [] };
  const calls: Promise<unknown>[] = [
    ...(['create', 'transcode', 'transcribe', 'llm', 'pii'] as const).map((name) =>
      medley.tasks[name]({ url: '', input: '', prompt: '' }),
    ),
    ...(['get', 'cancel', 'delete', 'wait', 'webhooks', 'transcript', 'waveform'] as const).map((name) =>
      medley.tasks[name](task),
    ),
    medley.tasks.list(),
    medley.tasks.redeliver(task, '{deliveryId}'),
    medley.tasks.events(task).next(),
    medley.events().next(),
    medley.deliveries.list(),
    medley.deliveries.get('{deliveryId}'),
    medley.deliveries.redeliver('{deliveryId}'),
    medley.webhooks.test(''),
    medley.webhooks.rotateSecret(),
    medley.tasks.validate({}),
    medley.uploads.create(new Uint8Array(1)),
    ...(['get', 'delete'] as const).map((name) => medley.uploads[name]('{uploadId}')),
    medley.tasks.retry(task),
    ...(['get', 'cancel'] as const).map((name) => medley.batches[name]('{batchId}')),
    medley.batch([]),
    medley.keys.create(),
    medley.keys.list(),
    medley.keys.current(),
    medley.keys.change('{keyId}', {}),
    medley.keys.delete('{keyId}'),
    medley.restore({ task_id: '', input: '' }),
    medley.pipelines.create(pipeline),
    medley.pipelines.list(),
    medley.pipelines.replace('{pipelineId}', pipeline),
    ...(['get', 'delete'] as const).map((name) => medley.pipelines[name]('{pipelineId}')),
    ...(['steps', 'templates', 'balance', 'usage', 'ledger'] as const).map((name) => medley[name]()),
  ];
  await Promise.allSettled(calls);
  expect([...asked].map(decodeURIComponent).sort()).toEqual([...operations().keys()].sort());
});
