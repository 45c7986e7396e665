import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceHarness } from '@medley/testing/worker';
import { everyFfmpeg, fakeFfmpeg, makeMedia, tone } from './media-harness';
import { inputOf, redact, startRedactHarness, transcriptOf } from './redact-harness';

const words = Array.from({ length: 2_000 }, (_, i): [number, number, string] => [
  i / 1_000,
  i / 1_000 + 0.0005,
  `w${i}`,
]);
const text = words.map(([, , word]) => word).join(' ');
const transcript = transcriptOf(2, [{ start: 0, end: 2, text, words }]);

describe('the FFmpeg of a redact step', () => {
  let directory: string;
  let started: ServiceHarness | null = null;
  let media: Buffer;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-fake-'));
    const [ffmpeg = ''] = await everyFfmpeg();
    media = await makeMedia(ffmpeg, tone(2), 'a.mp3');
    await writeFile(join(directory, 'made.mp3'), media);
  });
  afterEach(async () => {
    await started?.close();
    started = null;
    await rm(directory, { recursive: true, force: true });
  });

  const open = async (script: string): Promise<ServiceHarness> =>
    (started = await startRedactHarness({ FFMPEG_PATH: await fakeFfmpeg(directory, script) }));

  test('gets arguments that do not grow with what was found', async () => {
    const log = join(directory, 'arguments');
    const worker = await open(`echo "$*" | sed 's/step-[^ ]*//g' >> ${log}; cp ${directory}/made.mp3 "$out"`);
    const options = { padding_ms: 0 };
    const many = words.flatMap(([, , word], i) => (i % 2 === 0 && i > 1_000 ? [word] : []));
    const { output } = await redact(worker, { media, transcript, found: many, options });
    expect(output.redactions.length).toBe(many.length);
    await redact(worker, { media, transcript, found: ['w1999'], options });
    const [first = '', second = ''] = (await readFile(log, 'utf8')).trim().split('\n');
    expect(Math.abs(first.length - second.length)).toBeLessThan(100);
  });

  test('is asked by the newer name of an option when it does not know the older one', async () => {
    const worker = await open(
      `case "$*" in *-filter_complex_script*) echo "[error] Unrecognized option 'filter_complex_script'." >&2; exit 1;; esac
       case "$*" in *-/filter_complex*) cp ${directory}/made.mp3 "$out";; esac`,
    );
    const { output } = await redact(worker, { media, transcript, found: ['w1500'] });
    expect(output.redactions).toHaveLength(1);
  });

  test('that does not work is announced with the reason, and the step fails', async () => {
    started = await startRedactHarness({ FFMPEG_PATH: join(directory, 'absent') });
    expect(await started.announcement()).toMatchObject({ kind: 'redact', ready: false });
    const error = await started.fail(await inputOf(started, { media, transcript, found: [] }), {});
    expect(error).toMatchObject({ code: 'ENGINE_NOT_CONFIGURED', retryable: false });
  });

  test.each(['transcript', 'depersonalized', 'part'] as const)('a step sent without its %s is rejected', async (missing) => {
    const worker = await open('true');
    const input = await inputOf(worker, { media, transcript, found: [] });
    expect(await worker.fail({ ...input, [missing]: undefined }, {})).toMatchObject({ code: 'MESSAGE_REJECTED' });
  }); // prettier-ignore
});
