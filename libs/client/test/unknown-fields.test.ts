import { Medley, MedleyApiError, type FieldError, type TranscodeRequest } from '@medley/client';
import { startTestGateway, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let apiKey: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  apiKey = (await gateway.newClient()).identity.key;
});
afterAll(() => gateway.stop());

/** As plain JavaScript would send it. */
const misspelled = { input: 'x', mod: 'blind' } as unknown as TranscodeRequest & { input: string };

test('the warnings of a creating request reach the caller', async () => {
  const warnings: FieldError[] = [];
  const medley = new Medley({ baseUrl: gateway.url, apiKey, onWarnings: (found) => warnings.push(...found) });
  expect((await medley.tasks.pii(misspelled)).status).toBe('pending');
  expect(warnings).toEqual([{ field: 'mod', message: expect.stringContaining('mode') as string }]);
});

test('a strict client has unknown fields refused, beside a preference to wait', async () => {
  const medley = new Medley({ baseUrl: gateway.url, apiKey, strict: true });
  const refused = medley.tasks.pii(misspelled, { wait: 1 });
  await expect(refused).rejects.toThrow(MedleyApiError);
  await expect(refused).rejects.toMatchObject({ status: 400, errors: [{ field: 'mod' }] });
  expect((await medley.tasks.pii({ input: 'x' })).status).toBe('pending');
});
