import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import {
  makeWav,
  respondJson,
  startReceiver,
  startStubUpstream,
  until,
  type Received,
} from '@medley/testing';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import type { PublicTask } from '@medley/task-view';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlp-receiver';

const ATTEMPT_DELIVERIES = 2;
const SENT_PARENT = '00f067aa0ba902b7';
const rest = [{ name: 'depersonalize' }, { name: 'llm' }];

let medley: AllInOne;
let otlp: OtlpReceiver;
let llm: Awaited<ReturnType<typeof startStubUpstream>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let source: Server;
let sourceFailures = 0;

beforeAll(async () => {
  otlp = await startOtlpReceiver();
  llm = await startStubUpstream();
  llm.respond(respondJson({ model: 'm', choices: [{ message: { content: 'canary-answer' } }] }));
  receiver = await startReceiver(({ path }, response) =>
    response.writeHead(path.startsWith('/fail') ? 500 : 200).end(),
  );
  source = createServer((_request, response) => {
    sourceFailures -= 1;
    if (sourceFailures >= 0) response.writeHead(503).end();
    else response.writeHead(200).end(makeWav(1));
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  medley = await startAllInOne({
    ...{
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OUTBOUND_ALLOW: '127.0.0.0/8',
    },
    ...{ LLM_BASE_URL: llm.url, LLM_API_KEY: 'sk-canary-upstream', LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
    ...{ STEP_RETRY_DELAYS_S: '0.05,0.05', WEBHOOK_RETRY_DELAYS_S: '0.05' },
  });
});
afterAll(async () => {
  await medley.stop();
  await Promise.all([otlp.stop(), llm.close(), receiver.stop()]);
  source.close();
});

/** Create a task as the caller of a trace; `sampled` is its flag. */
async function create(
  body: object,
  { traceId, requestId = 'r', sampled = true }: { traceId: string; requestId?: string; sampled?: boolean },
): Promise<string> {
  const response = await fetch(`${medley.api.url}/api/v1/tasks`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${medley.key}`,
      'Content-Type': 'application/json',
      'X-Request-Id': requestId,
      traceparent: `00-${traceId}-${SENT_PARENT}-0${sampled ? 1 : 0}`,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: PublicTask }).data.id;
}

const newTraceId = (): string => randomBytes(16).toString('hex');

/** The spans of a trace, when one of this name is there. */
async function spansWith(traceId: string, name: string): Promise<ReceivedSpan[]> {
  await until(() => otlp.spansOf(traceId).some((span) => span.name === name));
  return otlp.spansOf(traceId);
}

async function webhookOf(path: string): Promise<Received> {
  const find = (): Received | undefined => receiver.received.find((one) => one.path === path);
  await until(() => find() !== undefined);
  return find() as Received;
}

test('one trace leads from the request of a caller through every step to the webhook', async () => {
  const traceId = newTraceId();
  const id = await create(
    {
      input: 'canary-text',
      prompt: 'canary-prompt',
      steps: rest,
      webhook_url: `${receiver.url}/canary-hook`,
    },
    { traceId },
  );
  const webhook = await webhookOf('/canary-hook');
  const spans = await spansWith(traceId, 'deliver webhook');
  await until(() => otlp.spansOf(traceId).some((span) => span.name === 'POST /api/v1/tasks'));
  const names = new Set(otlp.spansOf(traceId).map(({ name }) => name));
  for (const name of [
    ...['POST /api/v1/tasks', 'publish task.submitted', 'process task.submitted', 'publish step.run'],
    ...['process step.run', 'attempt depersonalize', 'attempt llm', 'POST', 'publish step.finished'],
    ...['process step.finished', 'publish task.finished', 'deliver webhook'],
  ])
    expect(names).toContain(name);
  expect([...names].some((name) => /^(?:update|bulkWrite|findAndModify)\b/.test(name))).toBe(true);
  const delivery = spans.find(({ name }) => name === 'deliver webhook');
  expect(webhook.headers['traceparent']).toBe(`00-${traceId}-${delivery?.spanId}-01`);
  expect(delivery?.attributes).toMatchObject({ 'medley.task.id': id, 'http.response.status_code': 200 });
});

test('every span hangs below the one that caused it, and an attempt tells its kind, number and engine', async () => {
  const traceId = newTraceId();
  const url = `${receiver.url}/tree`;
  await create({ input: 'text', prompt: 'p', steps: [{ name: 'llm' }], webhook_url: url }, { traceId });
  await spansWith(traceId, 'deliver webhook');
  await spansWith(traceId, 'process task.finished');
  const isConnected = (): boolean => {
    const known = new Set([SENT_PARENT, ...otlp.spansOf(traceId).map(({ spanId }) => spanId)]);
    return otlp.spansOf(traceId).every(({ parentSpanId = '' }) => known.has(parentSpanId));
  };
  await until(isConnected);
  const spans = await spansWith(traceId, 'attempt llm');
  const attempt = spans.find(({ name }) => name === 'attempt llm');
  expect(attempt?.attributes).toMatchObject({
    'medley.step.kind': 'llm', 'medley.attempt': 1, 'medley.engine': 'default', 'medley.outcome': 'completed',
  }); // prettier-ignore
  const client = spans.find(({ name, parentSpanId }) => name === 'POST' && parentSpanId === attempt?.spanId);
  expect(client?.attributes).toMatchObject({
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  });
  const seen = llm.requests.find(({ headers }) => String(headers['traceparent']).includes(traceId));
  expect(seen?.headers['traceparent']).toBe(`00-${traceId}-${client?.spanId}-01`);
});

test('a retry is linked to the attempt before it, which has failed with its code', async () => {
  const traceId = newTraceId();
  sourceFailures = 1;
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/canary-path.wav?key=canary-query`;
  const id = await create({ url, steps: [{ name: 'fetch' }] }, { traceId });
  expect((await medley.api.ended(id)).status).toBe('completed');
  const attempts = (): ReceivedSpan[] => otlp.spansOf(traceId).filter(({ name }) => name === 'attempt fetch');
  await until(() => attempts().length === ATTEMPT_DELIVERIES);
  const [first, second] = [1, 2].map((n) => attempts().find((one) => one.attributes['medley.attempt'] === n));
  expect(first?.attributes).toMatchObject({ 'error.type': 'SOURCE_UNAVAILABLE', 'medley.outcome': 'failed' });
  expect(first?.status).toEqual({ code: 2 });
  expect(second?.links).toMatchObject([{ traceId, spanId: first?.spanId }]);
  expect(second?.attributes['medley.outcome']).toBe('completed');
});

test('of a trace that its caller does not sample nothing is exported, and its context goes on', async () => {
  const traceId = newTraceId();
  const webhook_url = `${receiver.url}/unsampled`;
  await create(
    { input: 'text', steps: [{ name: 'depersonalize' }], webhook_url },
    { traceId, sampled: false },
  );
  const webhook = await webhookOf('/unsampled');
  expect(webhook.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  const sampled = newTraceId();
  await create({ input: 'text', steps: [{ name: 'depersonalize' }] }, { traceId: sampled });
  await spansWith(sampled, 'attempt depersonalize');
  expect(otlp.spansOf(traceId)).toEqual([]);
});

test('every log line of a task has its request id and trace id, a delivery that failed for good, too', async () => {
  const traceId = newTraceId();
  const body = {
    input: 'canary-text',
    steps: [{ name: 'depersonalize' }],
    webhook_url: `${receiver.url}/fail`,
  };
  const id = await create(body, { traceId, requestId: 'req-lines' });
  const linesOf = (): Record<string, unknown>[] =>
    medley.program.output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(`"task_id":"${id}"`) && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await until(() => linesOf().some(({ message }) => message === 'delivery failed for good'));
  const lines = linesOf();
  const messages = lines.map(({ message }) => message);
  expect(messages).toEqual(expect.arrayContaining(['task created', 'step ended', 'task ended']));
  expect(lines.filter((line) => line['request_id'] !== 'req-lines' || line['trace_id'] !== traceId)).toEqual(
    [],
  );
});

test('no span has a text, a link, a key or the address of a user', async () => {
  const traceId = newTraceId();
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/canary-path.wav?key=canary-query`;
  const secrets = {
    source_headers: { Authorization: 'canary-header' },
    webhook_headers: { 'X-A': 'canary-sent' },
  };
  const metadata = [{ key: 'canary-name', value: 'canary-value' }];
  const id = await create(
    { url, steps: [{ name: 'fetch' }], webhook_url: `${receiver.url}/canary-last`, metadata, ...secrets },
    { traceId },
  );
  await webhookOf('/canary-last');
  await fetch(`${medley.api.url}/api/v1/tasks?q=canary-search`, {
    headers: { Authorization: `Bearer ${medley.key}` },
  });
  await medley.api.ended(id);
  await spansWith(traceId, 'deliver webhook');
  await until(() => otlp.raw().includes('GET /api/v1/tasks'));
  for (const secret of ['canary', medley.key, medley.webhookSecret])
    expect(otlp.raw().includes(secret)).toBe(false);
});

test('without an address to export to, no package of the SDK is loaded', async () => {
  // prom-client requires the API package, which does nothing by itself.
  const script = `
    const { startTracing } = require('@medley/tracing');
    require('@medley/all-in-one');
    const loaded = () => Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api[^-])/.test(file)).length;
    const settings = { OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: 1 };
    const facts = { name: 'x', instance: 'x', version: '0', onFault() {} };
    (async () => {
      await startTracing(settings, facts);
      const before = loaded();
      const traces = await startTracing({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, facts);
      console.log(JSON.stringify([before, loaded() > 0]));
      await traces.stop();
    })();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  expect(JSON.parse(stdout)).toEqual([0, true]);
});
