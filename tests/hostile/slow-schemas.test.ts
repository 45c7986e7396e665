import type { TestResponse, TestClient } from '@medley/testing/gateway';
import { slowSchema } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const REQUESTS = 2;
const SCHEMAS = 20;

let system: TestSystem;
let attacker: TestClient;
let other: TestClient;

beforeAll(async () => {
  system = await startTestSystem();
  [attacker, other] = await Promise.all([system.newClient(), system.newClient()]);
});
afterAll(() => system.stop());

function slowPipeline(name: string): unknown {
  const steps = Array.from({ length: SCHEMAS }, (_, i) => ({
    ...{ id: `s${i}`, name: 'llm', depends_on: [] },
    options: { prompt: 'x', response_schema: slowSchema(`${name} ${i}`) },
  }));
  return { name, steps };
}

const attack = (): Promise<TestResponse>[] =>
  Array.from({ length: REQUESTS }, (_, i) => attacker.post('/pipelines', slowPipeline(`${i}`)));

test('slow schemas of one account do not prevent another from creating tasks and templates', async () => {
  let ended = 0;
  const attacks = attack().map((answer) => answer.finally(() => (ended += 1)));
  // Small schemas of its own, in two requests one after the other.
  const schema = (title: string): unknown => ({
    title,
    type: 'object',
    properties: { a: { type: 'string' } },
  });
  const llm = await other.post('/llm', { input: 'x', prompt: 'y', response_schema: schema('1') });
  const options = { prompt: 'x', response_schema: schema('2') };
  const pipeline = await other.post('/pipelines', { name: 'own', steps: [{ name: 'llm', options }] });
  expect([llm.status, pipeline.status]).toEqual([201, 201]);
  expect(ended).toBeLessThan(REQUESTS);
  await Promise.all(attacks);
});

test('a request with many slow schemas takes the time of three and gets an error for each', async () => {
  const { status, body } = await attacker.post('/pipelines', slowPipeline('alone'));
  const messages = body.errors.map(({ message }) => message);
  expect([status, messages.length]).toEqual([400, SCHEMAS]);
  expect(messages.filter((message) => message.endsWith('1 s to compile'))).toHaveLength(3);
  expect(messages.filter((message) => message.endsWith('with the others'))).toHaveLength(SCHEMAS - 3);
});
