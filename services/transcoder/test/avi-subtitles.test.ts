import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver, type Receiver } from '@medley/testing';
import { convert, everyFfmpeg, makeMedia, startTranscoderHarness, tone } from './media-harness';

const RATE = 8_000;
const SECONDS = 1;

/**
 * FFmpeg opens subtitles inside an AVI file (chunks that begin with GAB2) as a file of their own, whose format it detects.
 */
describe('an AVI file with subtitles that are a playlist', () => {
  let canary: Receiver;
  let directory: string;
  beforeAll(async () => {
    canary = await startReceiver();
    directory = await mkdtemp(join(tmpdir(), 'medley-avi-'));
  });
  afterAll(async () => {
    await canary.stop();
    await rm(directory, { recursive: true });
  });

  it('is converted without its playlist being opened, by every FFmpeg of this machine', async () => {
    const secret = join(directory, 'secret.mp3');
    for (const ffmpeg of await everyFfmpeg()) {
      await writeFile(secret, await makeMedia(ffmpeg, tone(4), 'a.mp3'));
      const worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
      const playlists = [
        `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
        `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${canary.url}/a.mp3\n#EXT-X-ENDLIST\n`,
        `ffconcat version 1.0\nfile '${secret}'\n`,
      ];
      for (const playlist of playlists) {
        const { seconds } = await convert(worker, aviWithSubtitles(playlist));
        // The sound of the file itself, and not the four seconds of the other one.
        expect(seconds).toBeCloseTo(SECONDS, 0);
      }
      expect(await worker.leftovers()).toEqual([]);
      await worker.close();
    }
    expect(canary.received).toEqual([]);
  });
});

/** An AVI file with one second of silence and a stream of subtitles. */
function aviWithSubtitles(subtitles: string): Buffer {
  const chunk = (id: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.write(id, 0, 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const list = (type: string, ...parts: Buffer[]): Buffer => chunk('LIST', Buffer.from(type), ...parts);
  const words = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
    return bytes;
  };
  const stream = (kind: string, rate: number, format: Buffer): Buffer => {
    const header = [
      Buffer.from(kind),
      words(0, 0, 0, 0, 1, rate, 0, rate * SECONDS, 0, 0xffffffff, 2),
      Buffer.alloc(8),
    ];
    return list('strl', chunk('strh', ...header), chunk('strf', format));
  };
  const pcm = Buffer.alloc(16);
  pcm.writeUInt16LE(1, 0);
  pcm.writeUInt16LE(1, 2);
  pcm.writeUInt32LE(RATE, 4);
  pcm.writeUInt32LE(RATE * 2, 8);
  pcm.writeUInt16LE(2, 12);
  pcm.writeUInt16LE(16, 14);
  const text = Buffer.from(subtitles);
  const name = Buffer.from('s\0', 'utf16le');
  const gab2 = Buffer.concat([
    Buffer.from('GAB2\0\x02\0'),
    words(name.length),
    name,
    Buffer.of(4, 0),
    words(text.length),
    text,
  ]);
  const headers = list(
    'hdrl',
    chunk('avih', words(1_000_000, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0)),
    stream('auds', RATE, pcm),
    stream('txts', 1, Buffer.alloc(0)),
  );
  const movi = list('movi', chunk('01tx', gab2), chunk('00wb', Buffer.alloc(RATE * 2 * SECONDS)));
  return chunk('RIFF', Buffer.from('AVI '), headers, movi);
}
