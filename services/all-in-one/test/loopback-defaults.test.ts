import { defaultsFor } from '@medley/all-in-one';

describe('all services in one process', () => {
  it.each(['127.0.0.1', 'localhost', '::1'])(
    'opens loopback to links and webhooks when bound to %s',
    (host) => {
      expect(defaultsFor(host)).toMatchObject({ OUTBOUND_ALLOW: '127.0.0.0/8' });
    },
  );

  it.each(['127.0.0.1', 'localhost', '::1'])('allows the ffmpeg from npm when bound to %s', (host) => {
    expect(defaultsFor(host)).toMatchObject({ ALLOW_BUNDLED_FFMPEG: 'true' });
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'medley.example.com'])(
    'opens and allows nothing when bound to %s',
    (host) => {
      expect(defaultsFor(host)).toEqual({});
    },
  );
});
