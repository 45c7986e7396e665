import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { makeWav, until } from '@medley/testing';
import type { ServiceHarness } from '@medley/testing/worker';
import { blobOf, makeMp3, mediaOf, startFetcherHarness, openSource, type Source } from './fetcher-harness';

const samples = join(__dirname, '../../../../shared/data/media');
const sampleNames = existsSync(samples) ? readdirSync(samples) : [];
const typeByExtension: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
};
const unsupported = expect.objectContaining({ code: 'MEDIA_UNSUPPORTED', retryable: false }) as unknown;

describe('media behind a link', () => {
  let worker: ServiceHarness;
  let source: Source;
  let content: Buffer;
  let headers: Record<string, string>;
  let seen: Record<string, unknown>;

  beforeEach(async () => {
    headers = {};
    worker = await startFetcherHarness({ env: { MAX_MEDIA_BYTES: '3000000' } });
    source = await openSource((request, response) => {
      seen = request.headers;
      response.writeHead(200, headers).end(content);
    });
  });

  afterEach(async () => {
    await worker.close();
    await source.close();
  });

  async function refusal(bytes: Buffer | string): Promise<string> {
    content = Buffer.from(bytes);
    const error = await worker.fail({ url: `${source.url}/a.mp3` }, {});
    expect(error).toEqual(unsupported);
    return error.message;
  }

  it('is stored unchanged, with its detected type and its size', async () => {
    content = makeWav(2);
    headers = { 'Content-Type': 'text/html', 'Content-Disposition': 'attachment; filename="../../x.mp3"' };
    const report = await worker.succeed({ url: `${source.url}/music.mp3` }, {});
    expect(report.data).toEqual({ content_type: 'audio/wav', size: content.length, duration: 2 });
    const media = mediaOf(report);
    expect(media).toMatchObject({ content_type: 'audio/wav', size: content.length });
    expect((await buffer(await worker.blobs.get(media.blob))).equals(content)).toBe(true);
    expect(seen['accept-encoding']).toBe('identity');
    await until(() => source.open.size === 0);
    expect(await worker.leftovers()).toEqual([]);
  });

  it('has the duration of its packets, whatever its header says', async () => {
    content = makeWav(2);
    // The header of the data chunk claims ten hours.
    content.writeUInt32LE(0x7fffff00, 40);
    const report = await worker.succeed({ url: `${source.url}/a.wav` }, {});
    expect(mediaOf(report).duration).toBe(2);
  });

  it('has no duration when it cannot be measured', async () => {
    content = makeWav(2);
    content.writeUInt32LE(0, 40);
    const report = await worker.succeed({ url: `${source.url}/a.wav` }, {});
    expect(mediaOf(report).duration).toBeNull();
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decoded when the source sends it as %s without being asked', async (encoding, pack) => {
    const wav = makeWav(1);
    content = pack(wav);
    headers = { 'Content-Encoding': encoding, 'Content-Length': String(content.length) };
    const report = await worker.succeed({ url: source.url }, {});
    expect((await buffer(await worker.blobs.get(mediaOf(report).blob))).equals(wav)).toBe(true);
  });

  it('is refused when it exceeds the limit after decoding', async () => {
    content = gzipSync(makeWav(100)); // 3.2 MB
    expect(content.length).toBeLessThan(3_000_000);
    headers = { 'Content-Encoding': 'gzip' };
    const { taskId, finished } = await worker.send({ url: source.url }, {});
    expect(await finished).toMatchObject({ error: { code: 'MEDIA_TOO_LARGE', retryable: false } });
    expect(await worker.blobs.stat(blobOf(taskId))).toBeNull();
  });

  it.each([
    ['announced', { 'Content-Length': '3200044' }],
    ['detected while receiving', {}],
  ])('is refused when it exceeds the limit, %s', async (_name, given) => {
    content = makeWav(100);
    headers = given;
    const { taskId, finished } = await worker.send({ url: source.url }, {});
    expect(await finished).toMatchObject({ error: { code: 'MEDIA_TOO_LARGE', retryable: false } });
    expect(await worker.blobs.stat(blobOf(taskId))).toBeNull();
  });

  it.each([
    ['damaged', gzipSync(makeWav(1)).subarray(0, 500), 'gzip', 'SOURCE_TRUNCATED'],
    ['unknown', makeWav(1), 'zstd', 'SOURCE_REFUSED'],
  ])('is refused in a %s content encoding', async (_name, bytes, encoding, code) => {
    content = bytes;
    headers = { 'Content-Encoding': encoding };
    expect(await worker.fail({ url: source.url }, {})).toMatchObject({ code });
  });

  it.each<[string, Buffer]>([
    ['audio/mpeg', makeMp3(20)],
    ['audio/mpeg', Buffer.concat([Buffer.alloc(100, 7), makeMp3(20)])],
    ['audio/mpeg', Buffer.from('ID3\u0004\0\0\0\0\u0002\u0001title')],
    ['audio/wav', Buffer.from('RF64\xff\xff\xff\xffWAVEds64', 'latin1')],
    ['audio/ogg', Buffer.from('OggS\0\u0002')],
    ['video/ogg', Buffer.from('OggS\0\u0002\0\0\x80theora', 'latin1')],
    ['audio/flac', Buffer.from('fLaC\0\0\0\u0022')],
    ['audio/mp4', Buffer.from('\0\0\0\u0020ftypM4A \0\0\0\0')],
    ['video/quicktime', Buffer.from('\0\0\0\u0014ftypqt  \0\0\0\0')],
    ['video/quicktime', Buffer.from('\0\0\0\u0008wide\0\0\u0010\0mdat\0\0\0\0\0\0\0\0')],
    ['audio/aiff', Buffer.from('FORM\0\0\u0010\0AIFFCOMM')],
    ['audio/aiff', Buffer.from('FORM\0\0\u0010\0AIFCFVER')],
    ['video/x-msvideo', Buffer.from('RIFF\0\0\0\0AVI LIST')],
    ['video/mp4', Buffer.from('\0\0\0\u0020ftypisom\0\0\0\0')],
    ['video/webm', Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'latin1')],
    ['video/x-matroska', Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska', 'latin1')],
  ])('is recognized as %s by its first bytes', async (type, bytes) => {
    content = bytes;
    expect((await worker.succeed({ url: source.url }, {})).data).toMatchObject({ content_type: type });
  });

  it.each([
    '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\nfile:///etc/passwd\n',
    '\ufeff  #EXTM3U\n',
    'ffconcat version 1.0\nfile /etc/passwd\n',
    '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>http://127.0.0.1/</BaseURL></MPD>',
    'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=audio 5004 RTP/AVP 0\r\n',
    '[playlist]\nFile1=file:///etc/passwd\n',
  ])('is refused as a playlist: %j', async (text) => {
    expect(await refusal(text)).toBe('the link leads to a playlist, not to a media file');
    // Even when audio follows.
    expect(await refusal(Buffer.concat([Buffer.from(text), makeMp3(8)]))).toContain('playlist');
  });

  it.each(['<!DOCTYPE html><p>Sign in</p>', '\n <html lang="en">', '<script>'])(
    'is refused as a web page: %j',
    async (text) => {
      expect(await refusal(text)).toBe('the link leads to a web page, not to a media file');
    },
  );

  it.each<[string, Buffer]>([
    ['JSON', Buffer.from('{"error":"no such file"}')],
    ['a HEIC picture', Buffer.from('\0\0\0\u0020ftypheic')],
    ['other EBML', Buffer.from('\x1a\x45\xdf\xa3\x42\x82\x84abcd', 'latin1')],
    ['two bytes', Buffer.of(0xff, 0xfb)],
    ['one broken frame', Buffer.concat([makeMp3(1), Buffer.alloc(3_000, 1)])],
  ])('is refused when it is %s', async (_name, bytes) => {
    expect(await refusal(bytes)).toContain('MP3, WAV, OGG, FLAC, M4A, AAC, AIFF, MP4, MOV, WebM, MKV, AVI');
  });

  it.each<[string, Buffer]>([
    ['a PDF document', Buffer.from('%PDF-1.7')],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a ZIP archive', Buffer.from('PK\x03\x04', 'latin1')],
    ['Windows Media', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')],
    ['AMR', Buffer.from('#!AMR\n<')],
    ['an MPEG transport stream', Buffer.alloc(3 * 188, Buffer.concat([Buffer.of(0x47), Buffer.alloc(187)]))],
  ])('is refused with its name, and with what to send instead, when it is %s', async (name, bytes) => {
    const message = await refusal(bytes);
    expect(message).toContain(`the content is ${name}`);
    expect(message).toContain('not supported; send MP3, M4A, WAV or FLAC, or a video as MP4');
  });

  it('is refused when it is empty', async () => {
    expect(await refusal('')).toBe('the source is empty');
  });

  const good = sampleNames.filter(
    (name) => /\.(?:mp3|wav|ogg|flac|m4a|mp4|webm|mkv)$/.test(name) && !name.startsWith('bad_'),
  );
  (good.length > 0 ? it.each(good) : it.skip.each(['no samples']))(
    'is accepted: the sample %s',
    async (name) => {
      content = readFileSync(join(samples, name));
      const report = await worker.succeed({ url: `${source.url}/${name}` }, {});
      const type = typeByExtension[name.split('.').at(-1) ?? ''];
      expect(report.data).toMatchObject({ content_type: type, size: content.length });
    },
  );

  const bad = sampleNames.filter((name) =>
    /^bad_(?:zero_bytes|html_page|hls_local_file|random_bytes)/.test(name),
  );
  (bad.length > 0 ? it.each(bad) : it.skip.each(['no samples']))(
    'is refused: the sample %s',
    async (name) => {
      await refusal(readFileSync(join(samples, name)));
    },
  );
});
