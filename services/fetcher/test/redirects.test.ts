import { makeWav } from '@medley/testing';
import type { ServiceHarness } from '@medley/testing/worker';
import { startFetcherHarness, openSource, type Source } from './fetcher-harness';

const wav = makeWav(1);
const PUBLIC = '127.0.0.1';
const INTERNAL = '127.0.0.2';

describe('a link that redirects', () => {
  let worker: ServiceHarness;
  let source: Source;
  let canary: Source;
  let route: (path: string) => { status: number; location?: string };

  beforeEach(async () => {
    const answers = [[PUBLIC], [INTERNAL]];
    // 127.0.0.1 stands for the public internet, 127.0.0.2 for an internal address.
    worker = await startFetcherHarness({
      allow: [`${PUBLIC}/32`],
      resolve: (name) =>
        Promise.resolve(name === 'rebinding.example' ? (answers.shift() ?? [INTERNAL]) : [INTERNAL]),
    });
    canary = await openSource((_request, response) => response.end(wav), INTERNAL);
    source = await openSource((request, response) => {
      const { status, location } = route(request.url ?? '/');
      if (location !== undefined) response.setHeader('Location', location);
      response.writeHead(status).end(status === 200 ? wav : 'moved');
    });
  });

  afterEach(async () => {
    expect(canary.connections).toBe(0);
    await worker.close();
    await Promise.all([source.close(), canary.close()]);
  });

  /** `/5` redirects to `/4` … to `/0`, which has the media. */
  function countDown(path: string, status = 302): { status: number; location?: string } {
    const left = Number(path.slice(1));
    return left > 0 ? { status, location: `/${left - 1}` } : { status: 200 };
  }

  it.each([301, 302, 303, 307, 308])('by %d is followed five times', async (status) => {
    route = (path) => countDown(path, status);
    expect((await worker.succeed({ url: `${source.url}/5` }, {})).data).toMatchObject({ size: wav.length });
    expect(source.connections).toBe(6);
  });

  it.each(['/6', '/loop'])('more than five times fails (%s)', async (path) => {
    route = (at) => (at === '/loop' ? { status: 302, location: '/loop' } : countDown(at));
    expect(await worker.fail({ url: source.url + path }, {})).toEqual({
      code: 'TOO_MANY_REDIRECTS',
      retryable: false,
      message: 'the link redirects more than 5 times',
    });
    expect(source.connections).toBe(6);
  });

  it('to a name in UTF-8 is followed', async () => {
    route = (path) =>
      path === '/' ? { status: 302, location: Buffer.from('/запись').toString('latin1') } : { status: 200 };
    await worker.succeed({ url: `${source.url}/` }, {});
  });

  it.each([
    () => `http://${INTERNAL}:${canary.port}/`,
    () => `//${INTERNAL}:${canary.port}/`,
    () => `http://2130706434:${canary.port}/`,
    () => `http://[::ffff:7f00:2]:${canary.port}/`,
    () => `http://internal.example:${canary.port}/`,
    () => `http://user@${PUBLIC}:${source.port}/`,
    () => 'http://169.254.169.254/latest/meta-data/',
    () => 'http://metadata.google.internal/',
    () => 'file:///etc/passwd',
    () => 'ftp://127.0.0.1/',
    () => 'gopher://127.0.0.1/',
    () => 'data:audio/wav;base64,UklGRg==',
  ])('to a forbidden address is refused: case %#', async (location) => {
    route = () => ({ status: 302, location: location() });
    expect(await worker.fail({ url: source.url }, {})).toMatchObject({
      code: 'ADDRESS_FORBIDDEN',
      retryable: false,
    });
  });

  it('to a name that now resolves to an internal address is refused', async () => {
    route = () => ({ status: 302, location: `http://rebinding.example:${canary.port}/` });
    const url = `http://rebinding.example:${source.port}/`;
    expect(await worker.fail({ url }, {})).toMatchObject({ code: 'ADDRESS_FORBIDDEN' });
    expect(source.connections).toBe(1);
  });

  it.each([{ status: 302 }, { status: 302, location: 'http://[broken' }])(
    'without a valid location is refused: %j',
    async (answer) => {
      route = () => answer;
      expect(await worker.fail({ url: source.url }, {})).toMatchObject({
        code: 'SOURCE_REFUSED',
        retryable: false,
      });
    },
  );

  it('is refused when the link itself is forbidden', async () => {
    route = () => ({ status: 200 });
    expect(await worker.fail({ url: `http://${INTERNAL}:${canary.port}/` }, {})).toEqual({
      code: 'ADDRESS_FORBIDDEN',
      retryable: false,
      message: 'the link leads to an address that is not public',
    });
  });
});
