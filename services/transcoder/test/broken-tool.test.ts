import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, withFrozenTimers } from '@medley/testing';
import type { ServiceHarness } from '@medley/testing/worker';
import { everyFfmpeg, fakeFfmpeg, makeMedia, startTranscoderHarness, put, tone } from './media-harness';

describe('a transcoder whose FFmpeg', () => {
  let directory: string;
  let started: ServiceHarness | null = null;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-fake-'));
  });
  afterEach(async () => {
    await started?.close();
    started = null;
    await rm(directory, { recursive: true, force: true });
  });

  async function open(script: string): Promise<ServiceHarness> {
    started = await startTranscoderHarness({ FFMPEG_PATH: await fakeFfmpeg(directory, script) });
    return started;
  }

  it.each([
    ['crashes by a signal', 'kill -SEGV $$', 'TOOL_CRASHED', true],
    ['is killed for its memory', 'kill -KILL $$', 'TOOL_CRASHED', true],
    ['does not know the arguments', 'echo "[error] Unrecognized option x" >&2; exit 1', 'TOOL_CRASHED', true],
    ['cannot decode', 'echo "[error] Invalid data found in /secret" >&2; exit 1', 'MEDIA_DAMAGED', false],
    [
      'finds the disk full',
      'echo "[error] av_write: No space left on device" >&2; exit 1',
      'STORAGE_FULL',
      true,
    ],
    [
      'exits with 0 in spite of a full disk',
      'echo "[error] x: No space left on device" >&2',
      'STORAGE_FULL',
      true,
    ],
    ['exits with 0 and writes nothing', 'true', 'TOOL_CRASHED', true],
    ['exits with 0 and writes an empty file', ': > "$out"', 'MEDIA_DAMAGED', false],
    ['exits with 0 and writes no frames', 'head -c 5000 /dev/zero > "$out"', 'MEDIA_DAMAGED', false],
  ])('%s fails the step without its output in the message', async (_name, script, code, retryable) => {
    const worker = await open(script);
    const error = await worker.fail(await put(worker, Buffer.from('media')), {});
    expect(error).toMatchObject({ code, retryable });
    expect(error.message).not.toMatch(/[/\\]/);
    expect(await worker.leftovers()).toEqual([]);
  });

  it('exits with 0 and truncates its output fails the step', async () => {
    const [ffmpeg = ''] = await everyFfmpeg();
    const mp3 = await makeMedia(ffmpeg, tone(1), 'a.mp3');
    await writeFile(join(directory, 'cut.mp3'), mp3.subarray(0, mp3.length / 2));
    const worker = await open(
      `cp ${join(directory, 'cut.mp3')} "$out"; echo "[verbose]   O (audio): 39 frames encoded (44100 samples); " >&2`,
    );
    const error = await worker.fail(await put(worker, Buffer.from('media')), {});
    expect(error).toMatchObject({
      code: 'TOOL_CRASHED',
      message: 'the MP3 is shorter than what was decoded',
    });
  });

  it('hangs and ignores SIGTERM is killed within 2 s after a cancel', async () => {
    const pidFile = join(directory, 'pid');
    await withFrozenTimers(async (timers) => {
      const worker = await open(`trap "" TERM; echo $$ > ${pidFile}; while :; do sleep 1; done`);
      const { taskId, finished } = await worker.send(await put(worker, Buffer.from('media')), {});
      await until(async () => (await readFile(pidFile, 'utf8').catch(() => '')).endsWith('\n'));
      const pid = (await readFile(pidFile, 'utf8')).trim();
      worker.cancel(taskId);
      // SIGKILL follows SIGTERM after a second.
      await timers.untilSet(1_000);
      await timers.advance(1_000);
      const report = await finished;
      expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
      expect(report.elapsed_ms).toBeLessThan(2_000);
      const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z ');
      expect(state).toContain(') Z ');
      expect(await worker.leftovers()).toEqual([]);
    });
  });

  it('reports progress passes it on', async () => {
    const received = join(directory, 'received');
    const worker = await open(
      `echo out_time_us=1500000; while [ ! -e ${received} ]; do sleep 0.05; done; exit 1`,
    );
    const { taskId, finished } = await worker.send(await put(worker, Buffer.alloc(10_000)), {});
    await until(() => worker.events.length > 0);
    await writeFile(received, '');
    await finished;
    expect(worker.events).toContainEqual({
      name: 'step.progress',
      topic: `events.${taskId}.step.progress`,
      body: { task_id: taskId, step_id: 'transcode', attempt: 1, progress: 0.5 },
    });
  });

  it('is missing announces that and fails the step with the reason', async () => {
    started = await startTranscoderHarness({ FFMPEG_PATH: join(directory, 'absent') });
    expect(await started.announcement()).toMatchObject({
      kind: 'transcode',
      ready: false,
      reason: expect.stringContaining('FFMPEG_PATH'),
      engines: [{ name: 'ffmpeg', ready: false }],
    });
    const error = await started.fail(await put(started, Buffer.from('media')), {});
    expect(error).toMatchObject({ code: 'ENGINE_NOT_CONFIGURED', retryable: false });
    expect(error.message).not.toContain(directory);
  });
});
