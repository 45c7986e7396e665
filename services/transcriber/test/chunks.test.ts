import type { TranscribeOutput } from '@medley/contracts';
import {
  beepWords,
  speakBeeps,
  timeBeeps,
  wordsOfText,
  type Beep,
} from '../../../scripts/bench/speech/beep-speech';
import { cutOff, json, silence, status } from '../../../tests/support/stub-upstream';
import { until } from '../../../tests/support/until';
import { openStubLab } from './pocketsphinx-harness';
import { toneWav } from './tone-wav';
import { convertWav, openBeepLab, type BeepLab, type BeepLabSettings } from './beep-harness';

const short = { piece_seconds_max: 12 };

/** Words that repeat themselves in an order of their own. */
function wordsOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => beepWords[(index * index + 3 * index) % 66] ?? '');
}

const withoutPause = timeBeeps(wordsOf(180), (index) => 0.07 + (index % 3) * 0.04, 0.4);
const withPauses = timeBeeps(wordsOf(150), (index) => (index % 9 === 8 ? 0.7 : 0.1), 0.4);
const secondsOf = (beeps: readonly Beep[]): number => (beeps.at(-1)?.end ?? 0) + 0.5;
const spoken = (beeps: readonly Beep[]): Buffer => speakBeeps(beeps, secondsOf(beeps));

function expectExactly(output: TranscribeOutput, beeps: readonly Beep[]): void {
  const words = beeps.map(({ word }) => word);
  expect(wordsOfText(output.text)).toEqual(words);
  expect(output.segments.flatMap(({ text }) => wordsOfText(text))).toEqual(words);
  if (!output.words) return;
  expect(output.words.map(({ word }) => word)).toEqual(words);
  const off = output.words.map(({ start }, index) => Math.abs(start - (beeps[index]?.start ?? NaN)));
  expect(Math.max(...off)).toBeLessThan(0.05);
}

describe('a recording longer than the engine takes', () => {
  const labs: BeepLab[] = [];
  const open = async (settings: BeepLabSettings = {}): Promise<BeepLab> => {
    const lab = await openBeepLab({ engine: short, ...settings });
    labs.push(lab);
    return lab;
  };
  afterEach(() => Promise.all(labs.splice(0).map((lab) => lab.close())));

  it('is cut at pauses: each word is sent once, and is in the transcript once, at its time', async () => {
    const lab = await open();
    const output = await lab.transcribe(spoken(withPauses));
    expectExactly(output, withPauses);
    expect(output.duration).toBeCloseTo(secondsOf(withPauses), 2);
    expect(output).not.toHaveProperty('warnings');
    expect(lab.received.length).toBeGreaterThan(4);
    expect(lab.received.flatMap(({ beeps }) => beeps)).toHaveLength(withPauses.length);
    expect(Math.max(...lab.received.map(({ seconds }) => seconds))).toBeLessThanOrEqual(12);
  });

  it.each([
    ['words and segments', {}],
    ['words', { segments: false }],
  ])('is cut through speech where nobody pauses, and joined exactly, with %s', async (_name, give) => {
    const lab = await open({ give });
    expectExactly(await lab.transcribe(spoken(withoutPause)), withoutPause);
    expect(lab.received.flatMap(({ beeps }) => beeps).length).toBeGreaterThan(withoutPause.length);
    expect(Math.max(...lab.received.map(({ seconds }) => seconds))).toBeLessThanOrEqual(12);
  });

  it('is joined exactly by an engine that gives no times of words', async () => {
    const distinct = timeBeeps(beepWords, () => 0.12, 0.4);
    const lab = await open({ give: { words: false } });
    const output = await lab.transcribe(spoken(distinct));
    expectExactly(output, distinct);
    expect(output.warnings).toEqual(['the speech engine gave no times of words']);
    expect(lab.received.length).toBeGreaterThan(1);
  });

  it('in a video whose sound begins late has its words at the times of the video', async () => {
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
    const lab = await open();
    expectExactly(await lab.transcribe(await convertWav(spoken(withoutPause), args, 'a.mkv')), later);
  });

  it('fits into uploads of 25 MB when nothing else is known of the engine', async () => {
    const lab = await open({ engine: {} });
    const quarter = timeBeeps(wordsOf(700), (index) => (index % 7 === 6 ? 1.3 : 1.05), 1);
    const output = await lab.transcribe(spoken(quarter));
    expect(output.duration).toBeGreaterThan(900);
    expectExactly(output, quarter);
    expect(lab.received).toHaveLength(2);
    for (const { bytes } of lab.received) expect(bytes).toBeLessThanOrEqual(25 * 1024 * 1024);
  }, 60_000);

  it('is heard side by side, as many chunks at once as the engine takes, over all steps', async () => {
    let running = 0;
    let most = 0;
    const lab = await open({
      engine: { ...short, concurrency: 3 },
      trouble: () => (response) => {
        running += 1;
        most = Math.max(most, running);
        setTimeout(() => {
          running -= 1;
          json({ text: '', language: 'en', segments: [], words: [] })(response, null as never);
        }, 30);
      },
    });
    const wav = spoken(withPauses);
    await Promise.all([lab.transcribe(wav), lab.transcribe(wav)]);
    expect(most).toBe(3);
  });

  it('does not send parts in which there is no sound', async () => {
    const [first, second] = [timeBeeps(wordsOf(9), () => 0.2), timeBeeps(wordsOf(9), () => 0.2, 60)];
    const lab = await open();
    expectExactly(await lab.transcribe(spoken([...first, ...second])), [...first, ...second]);
    expect(lab.received.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThan(40);
  });

  it('tries only the chunk again that failed', async () => {
    const troubles = [status(503), cutOff, null, status(429)];
    const lab = await open({ trouble: (request) => troubles[request] ?? null });
    expectExactly(await lab.transcribe(spoken(withPauses)), withPauses);
    const heard = lab.received.flatMap(({ beeps }) => beeps).length;
    expect(heard).toBe(withPauses.length);
  });

  it('is not lost when the program of a local engine crashes once', async () => {
    const stub =
      await openStubLab(`if [ ! -e "$DIRECTORY/crashed" ]; then touch "$DIRECTORY/crashed"; exit 3; fi
echo 'u0 1 0.10 0.30 hello 0.900' > "$CTM"`);
    const voice = toneWav([[0, 1], [150, 0.8], [0, 1]], { voiced: true }); // prettier-ignore
    await expect(stub.transcribe(voice)).resolves.toMatchObject({ text: 'hello' });
    await stub.close();
  });

  it('fails with the reason when one chunk cannot be had, and stops the others', async () => {
    const lab = await open({ trouble: (request) => (request === 1 ? status(401) : silence) });
    await expect(lab.transcribe(spoken(withPauses))).rejects.toThrow('UPSTREAM_REFUSED');
    await until(() => lab.upstream.requests.every(({ isGone }, index) => index === 1 || isGone()));
    await until(async () => (await lab.lab.leftovers()).length === 0);
  });

  it('is dropped within two seconds of a cancel, every chunk of it', async () => {
    const lab = await open({ trouble: () => silence });
    const media = await lab.lab.putMedia(spoken(withPauses), { content_type: 'audio/wav', duration: null });
    const { taskId, finished } = await lab.lab.send({ media }, { language: 'en', diarization: true });
    await until(() => lab.upstream.requests.length === 4);
    const canceledAt = performance.now();
    lab.lab.cancel(taskId);
    expect(await finished).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
    await until(() => lab.upstream.requests.every(({ isGone }) => isGone()));
    expect(performance.now() - canceledAt).toBeLessThan(2_000);
    expect(lab.upstream.requests).toHaveLength(4);
  });

  it('moves its progress with every chunk', async () => {
    const hold: (() => void)[] = [];
    const lab = await open({
      engine: { ...short, concurrency: 1 },
      trouble: () => (response) => {
        hold.push(() =>
          json({ text: 'x', language: 'en', segments: [], words: [] })(response, null as never),
        );
      },
    });
    const media = await lab.lab.putMedia(spoken(withPauses), { content_type: 'audio/wav', duration: null });
    const { finished } = await lab.lab.send({ media }, { language: 'en', diarization: false });
    const told = (): number[] =>
      lab.lab.events
        .filter(({ name }) => name === 'step.progress')
        .map(({ body }) => (body as { progress: number }).progress);
    for (let chunk = 1; chunk <= 3; chunk += 1) {
      await until(() => hold.length === chunk);
      const before = told().at(-1) ?? 0;
      hold[chunk - 1]?.();
      await until(() => (told().at(-1) ?? 0) > before);
    }
    expect(told()).toEqual(told().toSorted((one, other) => one - other));
    lab.upstream.respond(json({ text: 'x', language: 'en', segments: [], words: [] }));
    await until(() => hold.length === 4);
    hold[3]?.();
    expect((await finished).outcome).toBe('completed');
  });
});
