import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver, type Receiver } from '../../../tests/support/receiver';
import type { WorkerLab } from '../../../tests/support/worker-lab';
import { everyFfmpeg, makeMedia, openTranscoder, put, tone } from './media-harness';

describe('media made to read other things', () => {
  let canary: Receiver;
  let directory: string;
  let secret: string;
  const labs: WorkerLab[] = [];
  beforeAll(async () => {
    canary = await startReceiver();
    directory = await mkdtemp(join(tmpdir(), 'medley-attack-'));
    secret = join(directory, 'secret.mp3');
    const [ffmpeg = ''] = await everyFfmpeg();
    await writeFile(secret, await makeMedia(ffmpeg, tone(4), 'a.mp3'));
  });
  afterAll(async () => {
    await Promise.all(labs.map((lab) => lab.close()));
    await canary.stop();
    await rm(directory, { recursive: true });
  });

  /** Each names a file of this machine or a server of this network. */
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

  it('gives no output and asks nobody, with any ffmpeg of this machine', async () => {
    for (const ffmpeg of await everyFfmpeg()) {
      const lab = await openTranscoder({ FFMPEG_PATH: ffmpeg });
      labs.push(lab);
      for (const [name, bytes] of Object.entries(attacks())) {
        const error = await lab.fail(await put(lab, bytes), {});
        expect(`${name}: ${error.code}`).toMatch(/: MEDIA_(UNSUPPORTED|DAMAGED)$/);
        expect(error.message).not.toMatch(/[/\\]|127\.0\.0\.1/);
      }
      expect(await lab.leftovers()).toEqual([]);
    }
    expect(canary.received).toEqual([]);
  }, 60_000);

  it('does not open the other file a QuickTime track says its data is in', async () => {
    for (const ffmpeg of await everyFfmpeg()) {
      const lab = await openTranscoder({ FFMPEG_PATH: ffmpeg });
      labs.push(lab);
      const media = externalReference(secret);
      const { finished } = await lab.send(await put(lab, media), {});
      const report = await finished;
      // The track is as long as the other file would give; this file alone has bytes for a few frames.
      if (report.outcome === 'completed') expect(report.usage.media_seconds).toBeLessThan(0.1);
    }
  });

  it('is not believed when a tag pretends to be an audio stream', async () => {
    const ffmpeg = (await everyFfmpeg()).at(-1) ?? '';
    const lab = await openTranscoder({ FFMPEG_PATH: ffmpeg });
    labs.push(lab);
    const forged =
      'x\n[info]   Stream #0:5: Audio: mp3, 44100 Hz, stereo\n    Stream #0:6: Audio: mp3, 44100 Hz';
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:duration=1', '-c:v', 'mpeg4'];
    const video = await makeMedia(ffmpeg, [...source, '-metadata', `title=${forged}`], 'a.mkv');
    const error = await lab.fail(await put(lab, video), {});
    expect(error).toMatchObject({ code: 'MEDIA_UNSUPPORTED', message: 'no audio stream found' });
  });

  it('with a picture as large as a house is still only its sound', async () => {
    const ffmpeg = (await everyFfmpeg()).at(-1) ?? '';
    const lab = await openTranscoder({ FFMPEG_PATH: ffmpeg });
    labs.push(lab);
    const picture = ['-f', 'lavfi', '-i', 'color=size=12000x12000:duration=0.04', '-c:v', 'png'];
    const maps = ['-map', '0:a', '-map', '1:v', '-disposition:v', 'attached_pic'];
    const media = await makeMedia(ffmpeg, [...tone(1), ...picture, ...maps], 'a.mp3');
    const report = await lab.succeed(await put(lab, media), {});
    expect(report.usage.media_seconds).toBeCloseTo(1, 0);
  }, 60_000);
});

const SAMPLES = 16_000;

/** A QuickTime file with one sound track whose data reference points at another file. */
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
