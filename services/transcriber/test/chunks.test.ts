import type { TranscribeOutput } from '@medley/contracts';
import { type Beep, beepWords, synthesizeBeeps, scheduleBeeps, wordsOfText } from '@medley/testing/speech';
import {
  respondTruncated,
  respondJson,
  neverRespond,
  respondStatus,
  until,
  withFrozenTimers,
} from '@medley/testing';
import { startPocketsphinxHarness } from './pocketsphinx-harness';
import { toneWav } from './tone-wav';
import { convertWav, startBeepHarness, type BeepHarness, type BeepHarnessSettings } from './beep-harness';

const short = { piece_seconds_max: 12 };

/** A sequence with repeated words. */
function wordsOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => beepWords[(index * index + 3 * index) % 66] ?? '');
}

const withoutPause = scheduleBeeps(wordsOf(180), (index) => 0.07 + (index % 3) * 0.04, 0.4);
const withPauses = scheduleBeeps(wordsOf(150), (index) => (index % 9 === 8 ? 0.7 : 0.1), 0.4);
const secondsOf = (beeps: readonly Beep[]): number => (beeps.at(-1)?.end ?? 0) + 0.5;
const spoken = (beeps: readonly Beep[]): Buffer => synthesizeBeeps(beeps, secondsOf(beeps));

function expectExactly(output: TranscribeOutput, beeps: readonly Beep[]): void {
  const words = beeps.map(({ word }) => word);
  expect(wordsOfText(output.text)).toEqual(words);
  expect(output.segments.flatMap(({ text }) => wordsOfText(text))).toEqual(words);
  if (!output.words) return;
  expect(output.words.map(({ word }) => word)).toEqual(words);
  const off = output.words.map(({ start }, index) => Math.abs(start - (beeps[index]?.start ?? NaN)));
  expect(Math.max(...off)).toBeLessThan(0.05);
}

describe('a recording that is longer than a chunk', () => {
  const harnesses: BeepHarness[] = [];
  const open = async (settings: BeepHarnessSettings = {}): Promise<BeepHarness> => {
    const harness = await startBeepHarness({ engine: short, ...settings });
    harnesses.push(harness);
    return harness;
  };
  afterEach(() => Promise.all(harnesses.splice(0).map((harness) => harness.close())));

  it('is split at pauses: each word is sent once and is in the transcript once, at its time', async () => {
    const harness = await open();
    const output = await harness.transcribe(spoken(withPauses));
    expectExactly(output, withPauses);
    expect(output.duration).toBeCloseTo(secondsOf(withPauses), 2);
    expect(output).not.toHaveProperty('warnings');
    expect(harness.received.length).toBeGreaterThan(4);
    expect(harness.received.flatMap(({ beeps }) => beeps)).toHaveLength(withPauses.length);
    expect(Math.max(...harness.received.map(({ seconds }) => seconds))).toBeLessThanOrEqual(12);
  });

  it.each([
    ['words and segments', {}],
    ['words', { segments: false }],
  ])('is split within speech without pauses and merged exactly, with %s', async (_name, give) => {
    const harness = await open({ give });
    expectExactly(await harness.transcribe(spoken(withoutPause)), withoutPause);
    expect(harness.received.flatMap(({ beeps }) => beeps).length).toBeGreaterThan(withoutPause.length);
    expect(Math.max(...harness.received.map(({ seconds }) => seconds))).toBeLessThanOrEqual(12);
  });

  it('is merged exactly when the engine returns no word timestamps', async () => {
    const distinct = scheduleBeeps(beepWords, () => 0.12, 0.4);
    const harness = await open({ give: { words: false } });
    const output = await harness.transcribe(spoken(distinct));
    expectExactly(output, distinct);
    expect(output.warnings).toEqual(['the speech engine returned no word timestamps']);
    expect(harness.received.length).toBeGreaterThan(1);
  });

  it('in a video whose audio starts late has the times of the video', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=60', '-c:v', 'mpeg4'];
    const args = [
      ...picture,
      '-itsoffset',
      '20',
      '-i',
      'IN',
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c:a',
      'libvorbis',
    ];
    const later = withoutPause.map(({ word, start, end }) => ({ word, start: start + 20, end: end + 20 }));
    const harness = await open();
    expectExactly(await harness.transcribe(await convertWav(spoken(withoutPause), args, 'a.mkv')), later);
  });

  it('is split into uploads of 25 MB by default', async () => {
    const harness = await open({ engine: {} });
    const quarter = scheduleBeeps(wordsOf(700), (index) => (index % 7 === 6 ? 1.3 : 1.05), 1);
    const output = await harness.transcribe(spoken(quarter));
    expect(output.duration).toBeGreaterThan(900);
    expectExactly(output, quarter);
    expect(harness.received).toHaveLength(2);
    for (const { bytes } of harness.received) expect(bytes).toBeLessThanOrEqual(25 * 1024 * 1024);
  });

  it('is transcribed concurrently, up to the concurrency of the engine over all steps', async () => {
    let running = 0;
    let most = 0;
    const harness = await open({
      engine: { ...short, concurrency: 3 },
      respond: () => (response) => {
        running += 1;
        most = Math.max(most, running);
        // Respond late, so that a request beyond the limit would be seen.
        let checks = 0;
        void until(() => most >= 3 && ++checks > 3).then(() => {
          running -= 1;
          respondJson({ text: '', language: 'en', segments: [], words: [] })(response, null as never);
        });
      },
    });
    const wav = spoken(withPauses);
    await Promise.all([harness.transcribe(wav), harness.transcribe(wav)]);
    expect(most).toBe(3);
  });

  it('does not send silent chunks', async () => {
    const [first, second] = [scheduleBeeps(wordsOf(9), () => 0.2), scheduleBeeps(wordsOf(9), () => 0.2, 60)];
    const harness = await open();
    expectExactly(await harness.transcribe(spoken([...first, ...second])), [...first, ...second]);
    expect(harness.received.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThan(40);
  });

  it('retries only the chunk that failed', async () => {
    const failures = [respondStatus(503), respondTruncated, null, respondStatus(429)];
    const harness = await open({ respond: (request) => failures[request] ?? null });
    expectExactly(await harness.transcribe(spoken(withPauses)), withPauses);
    const sent = harness.received.flatMap(({ beeps }) => beeps).length;
    expect(sent).toBe(withPauses.length);
  });

  it('is transcribed when the process of a local engine crashes once', async () => {
    const stub =
      await startPocketsphinxHarness(`if [ ! -e "$DIRECTORY/crashed" ]; then touch "$DIRECTORY/crashed"; exit 3; fi
echo 'u0 1 0.10 0.30 hello 0.900' > "$CTM"`);
    const voice = toneWav([[0, 1], [150, 0.8], [0, 1]], { voiced: true }); // prettier-ignore
    await expect(stub.transcribe(voice)).resolves.toMatchObject({ text: 'hello' });
    await stub.close();
  });

  it('fails with the error of a chunk, and aborts the other chunks', async () => {
    const harness = await open({ respond: (request) => (request === 1 ? respondStatus(401) : neverRespond) });
    await expect(harness.transcribe(spoken(withPauses))).rejects.toThrow('UPSTREAM_REFUSED');
    await until(() => harness.upstream.requests.every(({ isAborted }, index) => index === 1 || isAborted()));
    await until(async () => (await harness.worker.leftovers()).length === 0);
  });

  it('is aborted at once by a cancel, with all its chunks', async () => {
    await withFrozenTimers(async () => {
      const harness = await open({ respond: () => neverRespond });
      const media = await harness.worker.putMedia(spoken(withPauses), {
        content_type: 'audio/wav',
        duration: null,
      });
      const { taskId, finished } = await harness.worker.send(
        { media },
        { language: 'en', diarization: true },
      );
      await until(() => harness.upstream.requests.length === 4);
      harness.worker.cancel(taskId);
      const report = await finished;
      expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
      // Timers are frozen: it ended without one.
      expect(report.elapsed_ms).toBe(0);
      await until(() => harness.upstream.requests.every(({ isAborted }) => isAborted()));
      expect(harness.upstream.requests).toHaveLength(4);
    });
  });

  it('reports progress after every chunk', async () => {
    const hold: (() => void)[] = [];
    const harness = await open({
      engine: { ...short, concurrency: 1 },
      respond: () => (response) => {
        hold.push(() =>
          respondJson({ text: 'x', language: 'en', segments: [], words: [] })(response, null as never),
        );
      },
    });
    const media = await harness.worker.putMedia(spoken(withPauses), {
      content_type: 'audio/wav',
      duration: null,
    });
    const { finished } = await harness.worker.send({ media }, { language: 'en', diarization: false });
    const reported = (): number[] =>
      harness.worker.events
        .filter(({ name }) => name === 'step.progress')
        .map(({ body }) => (body as { progress: number }).progress);
    for (let chunk = 1; chunk <= 3; chunk += 1) {
      await until(() => hold.length === chunk);
      const before = reported().at(-1) ?? 0;
      hold[chunk - 1]?.();
      await until(() => (reported().at(-1) ?? 0) > before);
    }
    expect(reported()).toEqual(reported().toSorted((one, other) => one - other));
    harness.upstream.respond(respondJson({ text: 'x', language: 'en', segments: [], words: [] }));
    await until(() => hold.length === 4);
    hold[3]?.();
    expect((await finished).outcome).toBe('completed');
  });
});
