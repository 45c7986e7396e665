import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Beep, beepWords, synthesizeBeeps, scheduleBeeps } from '@medley/testing/speech';
import type { TranscribeOutput } from '@medley/contracts';
import { convertWav, everyFfmpeg, startBeepHarness, type BeepHarness } from './beep-harness';

const beeps = scheduleBeeps(beepWords.slice(0, 12), (index) => (index === 5 ? 1 : 0.15), 0.5);
const wav = synthesizeBeeps(beeps, 8);

const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=14', '-c:v', 'mpeg4'];
const late = (seconds: number): string[] => ['-itsoffset', String(seconds), '-i', 'IN'];
const both = ['-map', '0:v', '-map', '1:a'];

/** The formats with the delay of their words against the WAV, in seconds. */
const shapes: [name: string, args: string[], later: number][] = [
  ['a.mp3', ['-i', 'IN', '-b:a', '64k'], 0],
  ['stereo.wav', ['-i', 'IN', '-ac', '2', '-ar', '44100'], 0],
  ['a.ogg', ['-i', 'IN', '-c:a', 'libopus'], 0],
  ['vorbis.ogg', ['-i', 'IN', '-c:a', 'libvorbis', '-ar', '44100'], 0],
  ['a.flac', ['-i', 'IN', '-ar', '96000'], 0],
  ['a.m4a', ['-i', 'IN', '-c:a', 'aac'], 0],
  ['a.mp4', [...picture, '-i', 'IN', ...both, '-c:a', 'aac'], 0],
  ['a.webm', ['-i', 'IN', '-c:a', 'libopus'], 0],
  ['a.mkv', [...picture, '-i', 'IN', ...both, '-c:a', 'pcm_s16le'], 0],
  ['late.mkv', [...picture, ...late(3), ...both, '-c:a', 'libvorbis'], 3],
  ['late.mp4', [...picture, ...late(3), ...both, '-c:a', 'aac'], 3],
  ['late and alone.mp4', [...late(3), '-c:a', 'aac'], 3],
  ['late and alone.mkv', [...late(3), '-c:a', 'flac'], 3],
];

/** Words with their starts; encoding may shift them by a frame. */
function expectWords(output: TranscribeOutput, spoken: readonly Beep[], later: number): void {
  expect(output.words?.map(({ word }) => word)).toEqual(spoken.map(({ word }) => word));
  const off = (output.words ?? []).map(({ start }, index) => start - later - (spoken[index]?.start ?? NaN));
  expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.06);
}

describe('media', () => {
  const harnesses: BeepHarness[] = [];
  const open = async (env: Record<string, string> = {}): Promise<BeepHarness> => {
    const harness = await startBeepHarness({ env });
    harnesses.push(harness);
    return harness;
  };
  afterEach(() => Promise.all(harnesses.splice(0).map((harness) => harness.close())));

  it('of every format is sent as 16 kHz mono with the times of the file, by every FFmpeg of this machine', async () => {
    const files = await Promise.all(shapes.map(([name, args]) => convertWav(wav, args, name)));
    for (const ffmpeg of await everyFfmpeg()) {
      const harness = await open({ FFMPEG_PATH: ffmpeg });
      for (const [index, [name, , later]] of shapes.entries()) {
        const output = await harness.transcribe(files[index] ?? Buffer.alloc(0));
        expectWords(output, beeps, later);
        expect(`${name} ${Math.abs(output.duration - 8 - later) < 0.1}`).toBe(`${name} true`);
        expect(harness.received.at(-1)?.seconds).toBeCloseTo(output.duration, 2);
      }
      expect(await harness.worker.leftovers()).toEqual([]);
    }
  });

  it('with a gap in its audio keeps the times after it', async () => {
    const hole = ['-i', 'IN', '-af', "aselect='not(between(t,2,3))'", '-c:a', 'flac'];
    const media = await convertWav(
      synthesizeBeeps(
        scheduleBeeps(['bace', 'digu'], () => 4, 0.5),
        6,
      ),
      hole,
      'a.mkv',
    );
    const harness = await open();
    expectWords(
      await harness.transcribe(media),
      scheduleBeeps(['bace', 'digu'], () => 4, 0.5),
      0,
    );
  });

  it('that was cut out of a longer recording with its timestamps does not start with silence', async () => {
    const cut = ['-i', 'IN', '-output_ts_offset', '500', '-c:a', 'libopus', '-f', 'webm', '-live', '1'];
    const media = await convertWav(wav, cut, 'a.webm');
    expectWords(await (await open()).transcribe(media), beeps, 0);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'MEDIA_DAMAGED'],
    ['no media', Buffer.from('<html>no sound</html>'.repeat(50)), 'MEDIA_UNSUPPORTED'],
    [
      'a playlist',
      Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
      'MEDIA_UNSUPPORTED',
    ],
    ['a WAV without samples', synthesizeBeeps([], 0), 'MEDIA_DAMAGED'],
  ])('that is %s fails the step and is not sent', async (_name, bytes, code) => {
    const harness = await open();
    const media = await harness.worker.putMedia(bytes, { content_type: 'audio/wav', duration: null });
    const error = await harness.worker.fail({ media }, { language: 'en', diarization: false });
    expect(error).toMatchObject({ code, retryable: false });
    expect(error.message).not.toMatch(/[/\\]/);
    expect(harness.received).toEqual([]);
  });

  it('that is longer than allowed is refused, by its header or after decoding', async () => {
    const harness = await open({ MAX_MEDIA_SECONDS: '7' });
    const unknown = await convertWav(wav, ['-i', 'IN', '-c:a', 'aac'], 'a.aac');
    for (const bytes of [wav, unknown]) {
      const media = await harness.worker.putMedia(bytes, { content_type: 'audio/wav', duration: null });
      const error = await harness.worker.fail({ media }, { language: 'en', diarization: false });
      expect(error).toMatchObject({ code: 'MEDIA_TOO_LONG', message: 'the media lasts longer than 7 s' });
    }
  });

  it('that is longer than the reservation is not sent', async () => {
    const harness = await open();
    const media = await harness.worker.putMedia(wav, { content_type: 'audio/wav', duration: 1 });
    const options = { language: 'en', diarization: false };
    const error = await harness.worker.fail({ media }, options, { media_seconds_max: 3 });
    expect(error).toMatchObject({ code: 'MEDIA_LENGTH_MISMATCH', retryable: false });
    expect(harness.received).toEqual([]);
  });

  it('cannot be transcribed without FFmpeg, and the worker announces it', async () => {
    const harness = await open({ FFMPEG_PATH: '/nowhere/ffmpeg' });
    const announced = await harness.worker.announcement();
    expect(announced).toMatchObject({ ready: false, reason: expect.stringContaining('FFMPEG_PATH') });
    const media = await harness.worker.putMedia(wav, { content_type: 'audio/wav', duration: null });
    const error = await harness.worker.fail({ media }, { language: 'en', diarization: false });
    expect(error).toMatchObject({ code: 'ENGINE_NOT_CONFIGURED', retryable: false });
  });

  it('from the sample directory is converted or refused with a reason', async () => {
    const shared = join(__dirname, '../../../../shared/data/media');
    if (!existsSync(shared)) return;
    const manifest = JSON.parse(readFileSync(join(shared, 'manifest.json'), 'utf8')) as {
      files: { file: string; expected: 'ok' | 'fail'; decoded_duration_s: number }[];
    };
    const harness = await open();
    for (const { file, expected, decoded_duration_s: seconds } of manifest.files) {
      const bytes = await readFile(join(shared, file));
      const media = await harness.worker.putMedia(bytes, { content_type: 'audio/wav', duration: null });
      const { finished } = await harness.worker.send({ media }, { language: 'en', diarization: false });
      const report = await finished;
      const isGood = report.outcome === 'completed';
      expect(`${file} ${isGood}`).toBe(`${file} ${expected === 'ok'}`);
      if (isGood) expect(Math.abs((report.usage.media_seconds ?? 0) - seconds)).toBeLessThan(0.2);
    }
  });
});
