import type { Task, Waveform } from '@medley/client';
import { respondJson, serveBytes, startStubUpstream, wavHeader } from '@medley/testing';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

const RATE = 16_000;
const SPEECH = { language: 'english', duration: 6, text: ' I am Ann.' };
const NAME = { start: 4, end: 5 };
const words = [{ start: 2, end: 2.5, word: 'I' }, { start: 2.5, end: 3, word: 'am' }, { ...NAME, word: 'Ann.' }]; // prettier-ignore

/** A sound of six seconds: two of silence, and a tone. */
function silenceThenTone(): Buffer {
  const samples = Int16Array.from({ length: 6 * RATE }, (_, at) =>
    at < 2 * RATE ? 0 : Math.round(12_000 * Math.sin((2 * Math.PI * 440 * at) / RATE)),
  );
  const data = Buffer.from(samples.buffer);
  return Buffer.concat([wavHeader(data.length, { rate: RATE, channels: 1 }), data]);
}

/** The widest swing between two times. */
function swing({ data, sample_rate, samples_per_pixel }: Waveform, from: number, to: number): number {
  const pairAt = (seconds: number): number => Math.round((seconds * sample_rate) / samples_per_pixel);
  return Math.max(...data.slice(pairAt(from) * 2, pairAt(to) * 2).map(Math.abs));
}

describe('the waveform of a sound', () => {
  let medley: AllInOne;
  let upstream: Awaited<ReturnType<typeof startStubUpstream>>;
  let source: Awaited<ReturnType<typeof serveBytes>>;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    upstream.respond(respondJson({ ...SPEECH, words, segments: [{ start: 2, end: 5, text: SPEECH.text }] }));
    source = await serveBytes({ '/call.wav': silenceThenTone() });
    medley = await startAllInOne({ ASR_BASE_URL: upstream.url, ASR_API_KEY: 'sk-upstream' });
  });
  afterAll(async () => {
    await medley.stop();
    await Promise.all([upstream.close(), source.stop()]);
  });

  const run = (outputs?: string[]): Promise<Task> =>
    medley.client.tasks
      .create({
        url: `${source.url}/call.wav`,
        steps: [
          { name: 'fetch' },
          { name: 'transcode' },
          { name: 'transcribe', options: { language: 'en' } },
          { name: 'depersonalize', options: { deny_list: ['Ann'] } },
          { name: 'redact', options: { with: 'silence', padding_ms: 0 } },
        ],
        ...(outputs && { outputs }),
      })
      .then((task) => medley.client.tasks.wait(task));
  const waveform = (task: Task, step: string): Promise<Waveform> =>
    medley.client.tasks.waveform(task.id, { step });

  test('has its shape; that of a redacted sound has gaps where the clear one has speech', async () => {
    const task = await run();
    const [clear, redacted] = [await waveform(task, 'transcode'), await waveform(task, 'redact')];
    for (const one of [clear, redacted]) {
      expect((one.length * one.samples_per_pixel) / one.sample_rate).toBeCloseTo(6, 0);
      expect(swing(one, 0.2, 1.8)).toBeLessThan(3);
      expect(swing(one, 2.2, 3.8)).toBeGreaterThan(30);
    }
    expect(swing(clear, NAME.start + 0.1, NAME.end - 0.1)).toBeGreaterThan(30);
    expect(swing(redacted, NAME.start + 0.1, NAME.end - 0.1)).toBeLessThan(3);
  });

  test('of a task that hides the clear sound is that of the redacted one alone', async () => {
    const task = await run(['redact']);
    const byDefault = await medley.client.tasks.waveform(task.id);
    expect(byDefault).toEqual(await waveform(task, 'redact'));
    expect(swing(byDefault, NAME.start + 0.1, NAME.end - 0.1)).toBeLessThan(3);
    await expect(waveform(task, 'transcode')).rejects.toMatchObject({ code: 'OUTPUT_HIDDEN' });
  });

  test('is kept by a retry that keeps the sound, and gone with the data of its task', async () => {
    const task = await run();
    const before = await waveform(task, 'transcode');
    const again = await medley.client.tasks.retry(task.id, { from: ['depersonalize'] });
    await medley.client.tasks.wait(again);
    await medley.client.tasks.delete(task.id);
    await expect(waveform(task, 'transcode')).rejects.toMatchObject({ code: 'TASK_EXPIRED' });
    expect(await waveform(again, 'transcode')).toEqual(before);
  });
});
