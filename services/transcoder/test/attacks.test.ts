import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Receiver, startReceiver } from '@medley/testing';
import type { ServiceHarness } from '@medley/testing/worker';
import { everyFfmpeg, makeMedia, startTranscoderHarness, put, tone } from './media-harness';

describe('media that refers to other files', () => {
  let canary: Receiver;
  let directory: string;
  let secret: string;
  const workers: ServiceHarness[] = [];
  beforeAll(async () => {
    canary = await startReceiver();
    directory = await mkdtemp(join(tmpdir(), 'medley-attack-'));
    secret = join(directory, 'secret.mp3');
    const [ffmpeg = ''] = await everyFfmpeg();
    await writeFile(secret, await makeMedia(ffmpeg, tone(4), 'a.mp3'));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await canary.stop();
    await rm(directory, { recursive: true });
  });

  /** Each refers to a local file or to a server. */
  function attacks(): Record<string, Buffer> {
    const { url } = canary;
    const text: Record<string, string> = {
      'HLS, remote': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}/a.mp3\n#EXT-X-ENDLIST\n`,
      'HLS, local': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
      'HLS, key': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${url}/k"\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`,
      'ffconcat, local': `ffconcat version 1.0\nfile '${secret}'\n`,
      'ffconcat, remote': `ffconcat version 1.0\nfile '${url}/a.mp3'\n`,
      DASH: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"
        mediaPresentationDuration="PT3S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period>
        <AdaptationSet mimeType="audio/mp4"><Representation id="1" bandwidth="1000"><BaseURL>${url}/a.mp4</BaseURL>
        </Representation></AdaptationSet></Period></MPD>`,
      SDP: `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n`,
      SubRip: `1\n00:00:00,000 --> 00:00:01,000\n${url}\n`,
      'RealText redirect': `<ref href="${url}/a.mp3"/>\n<asx version="3.0"></asx>`,
      'WebM DASH': `<?xml version="1.0"?><smil><body><audio src="${url}/a.mp3"/></body></smil>`,
    };
    return Object.fromEntries(Object.entries(text).map(([name, value]) => [name, Buffer.from(value)]));
  }

  it('is refused without a request, by every FFmpeg of this machine', async () => {
    for (const ffmpeg of await everyFfmpeg()) {
      const worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
      workers.push(worker);
      for (const [name, bytes] of Object.entries(attacks())) {
        const error = await worker.fail(await put(worker, bytes), {});
        expect(`${name}: ${error.code}`).toMatch(/: MEDIA_(UNSUPPORTED|DAMAGED)$/);
        expect(error.message).not.toMatch(/[/\\]|127\.0\.0\.1/);
      }
      expect(await worker.leftovers()).toEqual([]);
    }
    expect(canary.received).toEqual([]);
  });

  it('does not make FFmpeg open the external data file of a QuickTime track', async () => {
    for (const ffmpeg of await everyFfmpeg()) {
      const worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
      workers.push(worker);
      const media = externalReference(secret);
      const { finished } = await worker.send(await put(worker, media), {});
      const report = await finished;
      // The track is as long as the other file; this file has data for a few frames only.
      if (report.outcome === 'completed') expect(report.usage.media_seconds).toBeLessThan(0.1);
    }
  });

  it('is refused when a tag imitates an audio stream', async () => {
    const ffmpeg = (await everyFfmpeg()).at(-1) ?? '';
    const worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
    workers.push(worker);
    const forged =
      'x\n[info]   Stream #0:5: Audio: mp3, 44100 Hz, stereo\n    Stream #0:6: Audio: mp3, 44100 Hz';
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:duration=1', '-c:v', 'mpeg4'];
    const video = await makeMedia(ffmpeg, [...source, '-metadata', `title=${forged}`], 'a.mkv');
    const error = await worker.fail(await put(worker, video), {});
    expect(error).toMatchObject({ code: 'MEDIA_UNSUPPORTED', message: 'no audio stream found' });
  });

  it('with a huge picture is converted without it', async () => {
    const ffmpeg = (await everyFfmpeg()).at(-1) ?? '';
    const worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
    workers.push(worker);
    const picture = ['-f', 'lavfi', '-i', 'color=size=12000x12000:duration=0.04', '-c:v', 'png'];
    const maps = ['-map', '0:a', '-map', '1:v', '-disposition:v', 'attached_pic'];
    const media = await makeMedia(ffmpeg, [...tone(1), ...picture, ...maps], 'a.mp3');
    const report = await worker.succeed(await put(worker, media), {});
    expect(report.usage.media_seconds).toBeCloseTo(1, 0);
  });
});

const SAMPLES = 16_000;

/** A QuickTime file with one audio track whose data reference is another file. */
function externalReference(path: string): Buffer {
  const box = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const words = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
    return bytes;
  };
  const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const sound = Buffer.concat([
    words(0, 1, 0, 0),
    Buffer.from([0, 2, 0, 16, 0, 0, 0, 0]),
    words((44_100 << 16) >>> 0),
  ]);
  const stsd = box('stsd', words(0, 1), box('sowt', sound));
  const tables = [box('stts', words(0, 1, SAMPLES, 1)), box('stsc', words(0, 1, 1, SAMPLES, 1))];
  const sizes = [box('stsz', words(0, 4, SAMPLES)), box('stco', words(0, 1, 0))];
  const dref = box('dref', words(0, 1), box('url ', words(0), Buffer.from(`file://${path}\0`)));
  const minf = box(
    'minf',
    box('smhd', words(0, 0)),
    box('dinf', dref),
    box('stbl', stsd, ...tables, ...sizes),
  );
  const hdlr = box('hdlr', words(0), Buffer.from('mhlrsoun'), words(0, 0, 0));
  const mdia = box('mdia', box('mdhd', words(0, 0, 0, 44_100, SAMPLES, 0)), hdlr, minf);
  const tkhd = box('tkhd', words(1, 0, 0, 1, 0, 100, 0, 0, 0, 0x01000000), matrix, words(0, 0));
  const mvhd = box(
    'mvhd',
    words(0, 0, 0, 1_000, 100, 0x10000, 0x01000000, 0, 0),
    matrix,
    words(0, 0, 0, 0, 0, 0, 2),
  );
  return Buffer.concat([
    box('ftyp', Buffer.from('qt  '), words(0)),
    box('moov', mvhd, box('trak', tkhd, mdia)),
  ]);
}
