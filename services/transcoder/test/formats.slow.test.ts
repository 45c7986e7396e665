import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceHarness } from '@medley/testing/worker';
import {
  convert,
  everyFfmpeg,
  listenTo,
  makeMedia,
  startTranscoderHarness,
  put,
  tone,
} from './media-harness';

const shared = join(__dirname, '../../../../shared/data/media');
interface Sample {
  file: string;
  expected: 'ok' | 'fail';
  decoded_duration_s: number;
  partial?: boolean;
  either?: boolean;
}
const samples: Sample[] = existsSync(shared)
  ? (JSON.parse(readFileSync(join(shared, 'manifest.json'), 'utf8')) as { files: Sample[] }).files
  : [];
const good = samples.filter((one) => one.expected === 'ok');

const refusals: Record<string, RegExp> = {
  'bad_zero_bytes.mp3': /^MEDIA_DAMAGED: the file is empty$/,
  'bad_html_page.mp3': /^MEDIA_UNSUPPORTED: the content is no media/,
  'bad_no_audio_track.mp4': /^MEDIA_UNSUPPORTED: no audio stream found$/,
  'bad_truncated_no_moov.mp4': /^MEDIA_DAMAGED: the file is incomplete/,
  'bad_init_segment_only.mp4': /^MEDIA_DAMAGED: the audio stream holds no sound/,
  'bad_hls_local_file.mp4': /^MEDIA_UNSUPPORTED: the content is no media/,
  'bad_random_bytes.ogg': /^MEDIA_UNSUPPORTED: the content is no media/,
};

/** The supported formats with their usual encoders. */
const formats: [name: string, args: string[]][] = [
  ['a.mp3', ['-c:a', 'libmp3lame']],
  ['a.wav', ['-c:a', 'pcm_s16le']],
  ['a.ogg', ['-c:a', 'libvorbis']],
  ['a.flac', ['-c:a', 'flac']],
  ['a.m4a', ['-c:a', 'aac']],
  ['a.mp4', ['-c:a', 'aac', '-movflags', '+faststart']],
  ['a.webm', ['-c:a', 'libopus']],
  ['a.mkv', ['-c:a', 'pcm_s24le']],
  ['opus.ogg', ['-c:a', 'libopus']],
  ['fragments.mp4', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov']],
  ['float.wav', ['-c:a', 'pcm_f32le', '-ar', '96000']],
  ['surround.flac', ['-c:a', 'flac', '-ac', '6']],
  ['raw.aac', ['-c:a', 'aac']],
  ['a.mov', ['-c:a', 'aac']],
  ['pcm.mov', ['-c:a', 'pcm_s16be']],
  ['a.aiff', ['-c:a', 'pcm_s16be']],
  ['aifc.aiff', ['-c:a', 'pcm_alaw']],
  ['a.avi', ['-c:a', 'libmp3lame']],
  ['pcm.avi', ['-c:a', 'pcm_s16le']],
];

describe('media of every format', () => {
  const workers: ServiceHarness[] = [];
  const open = async (ffmpeg: string): Promise<ServiceHarness> => {
    const worker = await startTranscoderHarness({ FFMPEG_PATH: ffmpeg });
    workers.push(worker);
    return worker;
  };
  afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())));

  it('becomes a playable MP3 of the same duration, by every FFmpeg of this machine', async () => {
    for (const ffmpeg of await everyFfmpeg()) {
      const worker = await open(ffmpeg);
      for (const [name, args] of formats) {
        const bytes = await makeMedia(ffmpeg, [...tone(2), ...args], name);
        const { output, media, seconds, mp3 } = await convert(worker, bytes);
        const audio = await listenTo(ffmpeg, mp3);
        const rate = ['a.webm', 'opus.ogg', 'float.wav'].includes(name) ? 48_000 : 44_100;
        expect({ name, ...output }).toEqual({
          ...{ name, format: 'mp3', bitrate: 128_000, sample_rate: rate, channels: 2 },
          ...{ size: mp3.length, duration: expect.closeTo(2, 0) },
        });
        expect(Math.abs(output.duration - audio.seconds)).toBeLessThan(0.1);
        expect(audio.loudest).toBeGreaterThan(-30);
        expect(media).toMatchObject({
          content_type: 'audio/mpeg',
          duration: output.duration,
          size: mp3.length,
        });
        expect(seconds).toBe(output.duration);
      }
      expect(await worker.leftovers()).toEqual([]);
    }
  });

  it('from the sample directory is converted or refused with a reason', async () => {
    if (samples.length === 0) return;
    for (const ffmpeg of await everyFfmpeg()) {
      const worker = await open(ffmpeg);
      for (const { file, decoded_duration_s } of good) {
        const { output, mp3 } = await convert(worker, await readFile(join(shared, file)));
        const audio = await listenTo(ffmpeg, mp3);
        expect(`${file} ${Math.abs(output.duration - decoded_duration_s) < 0.2}`).toBe(`${file} true`);
        expect(Math.abs(audio.seconds - decoded_duration_s)).toBeLessThan(0.2);
      }
      for (const [file, reason] of Object.entries(refusals)) {
        const error = await worker.fail(await put(worker, await readFile(join(shared, file))), {});
        expect(`${file} ${error.code}: ${error.message}`).toMatch(
          new RegExp(reason.source.replace('^', `^${file} `)),
        );
        expect(error.retryable).toBe(false);
      }
      expect(await worker.leftovers()).toEqual([]);
    }
  });
});
