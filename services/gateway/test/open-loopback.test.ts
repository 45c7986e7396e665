import { createLogger, Health, loadConfig } from '@medley/kit';
import { gatewaySchema, warnOfOpenLoopback } from '../src/index';

const logger = createLogger('gateway', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

async function warningsOf(HOST: string, allow: string[]): Promise<string[]> {
  const health = new Health();
  const config = loadConfig(gatewaySchema, { HOST, MASTER_KEY: Buffer.alloc(32).toString('base64') });
  warnOfOpenLoopback({ config, logger, health }, allow);
  return Object.keys((await health.report()).warnings);
}

test.each([['127.0.0.0/8'], ['127.0.0.2/32'], ['0.0.0.0/0'], ['::1/128'], ['::/0']])(
  'an API that other machines reach warns of OUTBOUND_ALLOW=%s',
  async (cidr) => {
    expect(await warningsOf('0.0.0.0', ['10.0.0.0/8', cidr])).toEqual(['OUTBOUND_ALLOW']);
  },
);

test('there is no warning without an open loopback address, or when only this machine can reach the API', async () => {
  expect(await warningsOf('0.0.0.0', ['10.0.0.0/8', 'fd00::/8'])).toEqual([]);
  expect(await warningsOf('127.0.0.1', ['127.0.0.0/8'])).toEqual([]);
});
