import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscribeOutput } from '@medley/contracts';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';
import { toneWav } from './tone-wav';
import { transcriberService } from './transcriber-harness';

const SPEECH = join(__dirname, '../../../../shared/data/speech');
const PARTS = ['/usr/bin/pocketsphinx_batch', '/usr/share/pocketsphinx/model/en-us/en-us.lm.bin'];
const isInstalled = PARTS.every((path) => existsSync(path));
const hasSpeech = existsSync(SPEECH);
// Recognition is CPU-bound and takes long on a busy machine.
jest.setTimeout(120_000);

(isInstalled ? describe : describe.skip)(
  `with nothing configured${isInstalled ? '' : ' (install pocketsphinx and pocketsphinx-en-us to run it)'}`,
  () => {
    let worker: ServiceHarness;
    beforeAll(async () => {
      worker = await startServiceHarness(transcriberService, {});
    });
    afterAll(() => worker.close());

    const transcribe = async (wav: Buffer, language = 'en'): Promise<TranscribeOutput> => {
      const media = await worker.putMedia(wav, { content_type: 'audio/wav', duration: null });
      const { data } = await worker.succeed({ media }, { language, diarization: false, words: true });
      return data as TranscribeOutput;
    };
    const read = (name: string): Promise<Buffer> => readFile(join(SPEECH, name));

    test('the demo engine is the default, with demo in its name', async () => {
      await expect(worker.announcement()).resolves.toMatchObject({
        ready: true,
        default_engine: 'pocketsphinx-demo',
        engines: [{ name: 'pocketsphinx-demo', ready: true, default_model: 'pocketsphinx-demo-en' }],
      });
    });

    test('audio without speech returns no words', async () => {
      const tones = toneWav([[440, 1], [0, 1], [900, 1]]); // prettier-ignore
      await expect(transcribe(tones)).resolves.toMatchObject({ text: '', segments: [], words: [] });
    });

    (hasSpeech ? test : test.skip)('English speech becomes its words', async () => {
      const { text, language } = await transcribe(await read('en_question.flac'), 'auto');
      expect(text).toBe('how old is the brooklyn bridge');
      expect(language).toBe('en');
    });

    (hasSpeech ? test : test.skip)('segments and words are where they are spoken', async () => {
      const rttm = await readFile(join(SPEECH, 'en_two_speakers_in_turn.rttm'), 'utf8');
      const turns = rttm
        .trim()
        .split('\n')
        .map((line) => line.split(' ').slice(3, 5).map(Number));
      const { segments, words = [] } = await transcribe(await read('en_two_speakers_in_turn.wav'));
      expect(segments).toHaveLength(turns.length);
      for (const [index, [start = 0, seconds = 0]] of turns.entries()) {
        expect(Math.abs((segments[index]?.start ?? 0) - start)).toBeLessThan(0.3);
        expect(Math.abs((segments[index]?.end ?? 0) - start - seconds)).toBeLessThan(0.3);
      }
      for (const [index, word] of words.slice(1).entries())
        expect(word.start).toBeGreaterThanOrEqual(words[index]?.start ?? 0);
      expect(words.every(({ word }) => /^[a-z.'-]+$/.test(word))).toBe(true);
    });

    (hasSpeech ? test : test.skip)('a recording without speech stays empty', async () => {
      await expect(transcribe(await read('none_silence.wav'))).resolves.toMatchObject({ text: '' });
    });
  },
);
