import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningMongo } from '@medley/embedded-mongo';
import { takeFreePort } from '@medley/testing';
import { type AllInOne, startAllInOne } from '@medley/testing/system';

const SPELLINGS = [
  '127.0.0.1',
  'localhost',
  '127.0.0.2',
  '2130706433',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
];

let medley: AllInOne;
let directory: string;
let source: Server;
/** The redirect of the source. */
let location = '';
let ports: Record<'api' | 'health' | 'database', number>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-own-ports-'));
  const health = await takeFreePort();
  // The widest possible OUTBOUND_ALLOW.
  const env = { DATA_DIR: directory, HEALTH_PORT: String(health), OUTBOUND_ALLOW: '0.0.0.0/0,::/0' };
  medley = await startAllInOne(env);
  const engine = await findRunningMongo(directory);
  ports = {
    api: Number(new URL(medley.api.url).port),
    health,
    database: Number(new URL(engine?.url ?? 'mongodb://absent:0').port),
  };
  source = createServer((_request, response) => response.writeHead(302, { Location: location }).end());
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  source.close().closeAllConnections();
  await medley.stop();
  await rm(directory, { recursive: true, force: true });
});

describe.each(['api', 'health', 'database'] as const)('the %s port of the service', (which) => {
  test.each(SPELLINGS)(
    'is refused as a source and as a receiver at %s, whatever OUTBOUND_ALLOW allows',
    async (host) => {
      const url = `http://${host}:${ports[which]}/metrics`;
      const answers = await Promise.all([
        medley.api.call('POST', '/transcode', { url }),
        medley.api.call('POST', '/pii', { input: 'x', webhook_url: url }),
      ]);
      for (const [index, field] of ['url', 'webhook_url'].entries()) {
        expect(answers[index]).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
        expect(JSON.stringify(answers[index]?.body)).toContain(field);
        expect(JSON.stringify(answers[index]?.body)).toContain('leads to a port of this service itself');
      }
    },
  );

  test('is not reached by a redirect either', async () => {
    location = `http://127.0.0.1:${ports[which]}/metrics`;
    const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/a.wav`;
    const { id } = await medley.api.create('/transcode', { url });
    expect((await medley.api.ended(id)).error).toMatch(/^ADDRESS_FORBIDDEN:/);
  });
});
