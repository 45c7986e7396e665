import fc from 'fast-check';
import { startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient({ credits: 1_000_000 });
});
afterAll(() => gateway.stop());

/** More runs in continuous integration. */
const RUNS = process.env['CI'] === 'true' ? 2_000 : 400;
const task = { input: 'x', url: 'https://example.com/a', steps: [{ name: 'depersonalize' }] };
/** A valid body for every endpoint that has one. */
const endpoints: [string, Record<string, unknown>][] = [
  ['/tasks', { ...task, prompt: 'p', template: 'summary', responseSchema: { type: 'object' } }],
  ['/tasks', { ...task, steps: [{ id: 'a', name: 'llm', depends_on: [], options: { prompt: 'p' } }] }],
  ['/tasks/batch', { tasks: [task, task] }],
  ['/transcode', { url: task.url, ttl: 1, filename: 'f', metadata: [{ key: 'k', value: 'v' }] }],
  ['/transcribe', { url: task.url, diarization: true, language: 'en' }],
  ['/llm', { input: 'x', prompt: 'p', response_schema: { type: 'object' } }],
  ['/pii', { input: 'x', mode: 'blind', webhook_url: task.url }],
  ['/pii/restore', { task_id: '11111111-1111-4111-8111-111111111111', input: 'x' }],
  ['/pipelines', { name: 'a', description: 'b', steps: [{ name: 'fetch' }, { name: 'transcode' }] }],
];

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, below]) => pathsOf(below, [...path, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = replaceAt(copy[key], rest, replacement);
  return copy;
}

/** A valid body with one value replaced by an arbitrary one. */
const mutated = fc
  .constantFrom(...endpoints)
  .chain(([path, body]) =>
    fc
      .tuple(fc.constantFrom(...pathsOf(body)), fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }))
      .map(([at, replacement]) => ({ path, body: replaceAt(body, at, replacement) })),
  );

test('any body gets a documented response below 500 without internal details', async () => {
  await fc.assert(
    fc.asyncProperty(mutated, async ({ path, body }) => {
      const { status, text, body: answer } = await client.post(path, JSON.stringify(body));
      expect([200, 201, 400, 404]).toContain(status);
      expect(answer.success).toBe(status < 400);
      if (status >= 400) expect(text).not.toMatch(/node_modules|\.ts:|Cannot |undefined/);
      for (const { field, message } of answer.errors ?? []) {
        expect([field, message]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
      }
    }),
    { numRuns: RUNS },
  );
  expect((await client.post('/pii', { input: 'x' })).status).toBe(201);
});
