import { createOutbound, ownEndpoints, type OutboundRequest } from '@medley/outbound';
import { serveTcp, type Listener } from './listener';

const EVERYTHING = ['0.0.0.0/0', '::/0'];
const isForbidden = expect.objectContaining({ failure: 'forbidden address' }) as unknown;

function get(url: string): OutboundRequest {
  const { signal } = new AbortController();
  return { method: 'GET', url, headers: {}, signal, dnsTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
}

describe('the endpoints of a process', () => {
  it('are read from every setting that names one', () => {
    const endpoints = ownEndpoints({
      HOST: '0.0.0.0',
      PORT: 8080,
      HEALTH_HOST: '127.0.0.1',
      HEALTH_PORT: 9090,
      AMQP_URL: 'amqp://user:p%40ss@rabbit.internal/vhost',
      MONGO_URL: 'mongodb://app:x@a.internal,[::1]:27018,10.0.0.7/medley?replicaSet=r',
      S3_ENDPOINT: 'https://s3.internal',
    });
    expect(endpoints).toEqual([
      { host: '0.0.0.0', port: 8080, publicPath: '/samples/' },
      { host: '127.0.0.1', port: 9090 },
      { host: 'rabbit.internal', port: 5672 },
      { host: 'a.internal', port: 27017 },
      { host: '::1', port: 27018 },
      { host: '10.0.0.7', port: 27017 },
      { host: 's3.internal', port: 443 },
    ]);
  });

  it('are none where a setting is absent or names hosts in DNS only', () => {
    expect(ownEndpoints({ MONGO_URL: 'mongodb+srv://cluster.example.com/medley' })).toEqual([]);
  });
});

describe('a port of the service itself', () => {
  let own: Listener;
  beforeEach(async () => {
    own = await serveTcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'), '127.0.0.1');
  });
  afterEach(async () => {
    expect(own.connections).toBe(0);
    await own.close();
  });

  it.each([
    '127.0.0.1', '127.1', '2130706433', '127.0.0.2', 'localhost', 'LOCALHOST.', 'a.localhost', '0.0.0.0', '0', '[::1]',
    '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]',
  ])('is refused at %s by its URL, and not dialled, whatever OUTBOUND_ALLOW opens', async (host) => {
    const outbound = createOutbound({ allow: EVERYTHING, own: [{ host: '127.0.0.1', port: own.port }] });
    const url = `http://${host}:${own.port}/`;
    expect(outbound.refuse(url)).toBe('leads to a port of this service itself');
    await expect(outbound.open(get(url))).rejects.toEqual(isForbidden);
  }); // prettier-ignore

  it.each(['127.0.0.1', '0.0.0.0', 'localhost', '::1', '::'])(
    'bound to %s is not dialled behind a name that leads to this machine',
    async (host) => {
      const outbound = createOutbound({
        allow: EVERYTHING,
        own: [{ host, port: own.port }],
        resolve: () => Promise.resolve(['127.0.0.1']),
      });
      await expect(outbound.open(get(`http://source.example:${own.port}/`))).rejects.toEqual(isForbidden);
    },
  );

  it('of a setting with a name is not dialled by another name of the same address', async () => {
    const asked: string[] = [];
    const resolve = (name: string): Promise<string[]> => {
      asked.push(name);
      return Promise.resolve(['127.0.0.1']);
    };
    const endpoints = [{ host: 'mongo.internal', port: own.port }];
    const outbound = createOutbound({ allow: EVERYTHING, own: endpoints, resolve });
    await expect(outbound.open(get(`http://source.example:${own.port}/`))).rejects.toEqual(isForbidden);
    expect(asked).toEqual(['source.example', 'mongo.internal']);
  });

  it('of a setting with a name that cannot be resolved is not dialled at any address', async () => {
    const resolve = (name: string): Promise<string[]> =>
      Promise.resolve(name === 'a.test' ? ['10.0.0.9'] : []);
    const outbound = createOutbound({
      allow: EVERYTHING,
      own: [{ host: 'gone.internal', port: 81 }],
      resolve,
    });
    await expect(outbound.open(get('http://a.test:81/'))).rejects.toEqual(isForbidden);
  });
});

describe('a public path of the service itself', () => {
  const publicPath = '/samples/';
  const openedTo = (own: Listener): ReturnType<typeof createOutbound> =>
    createOutbound({ allow: ['127.0.0.0/8'], own: [{ host: '127.0.0.1', port: own.port, publicPath }] });

  it('is reached', async () => {
    const own = await serveTcp((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    try {
      const url = `http://127.0.0.1:${own.port}/samples/call.mp3`;
      expect(openedTo(own).refuse(url)).toBeNull();
      expect((await openedTo(own).open(get(url))).status).toBe(204);
    } finally {
      await own.close();
    }
  });

  it.each([
    '/samples', '/metrics', '/samples/../metrics', '/samples/%2e%2e/metrics', '/samples\\..\\metrics', '//samples/',
    '/metrics?/samples/', '/metrics#/samples/',
  ])('does not open %s', async (path) => {
    const own = await serveTcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret'));
    try {
      const url = `http://127.0.0.1:${own.port}${path}`;
      expect(openedTo(own).refuse(url)).not.toBeNull();
      await expect(openedTo(own).open(get(url))).rejects.toEqual(isForbidden);
      expect(own.connections).toBe(0);
    } finally {
      await own.close();
    }
  }); // prettier-ignore
});

test('another port of this machine stays open where the operator opened it', async () => {
  const receiver = await serveTcp((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  try {
    const outbound = createOutbound({ allow: ['127.0.0.0/8'], own: [{ host: '127.0.0.1', port: 8080 }] });
    const url = `http://127.0.0.1:${receiver.port}/`;
    expect(outbound.refuse(url)).toBeNull();
    expect((await outbound.open(get(url))).status).toBe(204);
  } finally {
    await receiver.close();
  }
});
