import { createOutbound, type Outbound } from '@medley/outbound';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { makeWav } from '../../../tests/support/make-wav';
import { until } from '../../../tests/support/until';
import type { WorkerLab } from '../../../tests/support/worker-lab';
import { openFetcher, openSource, type Source } from './fetcher-harness';

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
const ONE_SLOT = { CONCURRENCY: '1' };
const wav = makeWav(1);

let lab: WorkerLab;
let source: Source;

beforeEach(async () => {
  source = await openSource((_request, response) => response.end(wav));
});
afterEach(async () => {
  await lab.close();
  await source.close();
});

/** A source that says this to whatever it is asked. */
async function openTcpSource(answer: string): Promise<{ url: string; peer: Server; open: Set<Socket> }> {
  const open = new Set<Socket>();
  const peer = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.once('data', () => socket.write(answer));
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`, peer, open };
}

it('a source that switches protocols is refused for good, and its slot is free', async () => {
  lab = await openFetcher({ env: ONE_SLOT });
  const { url, peer, open } = await openTcpSource(SWITCH);

  expect(await lab.fail({ url }, {})).toEqual({
    code: 'SOURCE_REFUSED',
    retryable: false,
    message: 'the source would switch to another protocol',
  });

  await until(() => open.size === 0);
  await lab.succeed({ url: source.url }, {});
  peer.close();
});

it('a fetch that outlives its time limit is left: its slot is freed, counted and told by health', async () => {
  const door = createOutbound({ allow: ['127.0.0.0/8'] });
  const outbound: Outbound = {
    refuse: (url) => door.refuse(url),
    open: (request) => (request.url.includes('deaf') ? new Promise(() => undefined) : door.open(request)),
  };
  lab = await openFetcher({ env: ONE_SLOT, outbound, limits: { totalMs: 3_000, slackMs: 10 } });
  expect(await lab.metrics.metrics()).toContain('medley_slots_freed_total{slots="fetch"} 0');

  const stuck = await lab.send({ url: 'http://deaf.example/' }, {});
  const neighbour = await lab.send({ url: source.url }, {});

  expect(await stuck.finished).toMatchObject({ outcome: 'failed', error: { code: 'STEP_TIMEOUT' } });
  expect(await neighbour.finished).toMatchObject({ outcome: 'completed' });
  expect(await lab.metrics.metrics()).toContain('medley_slots_freed_total{slots="fetch"} 1');
  const { ok, warnings } = await lab.health.report();
  expect([ok, warnings['fetch slots']]).toEqual([true, expect.stringMatching(/^1 freed by force/)]);
});
