import { until } from '../../../tests/support/until';
import { describeWithSherpa } from './describe-with-sherpa';
import {
  cpuTicks,
  ctc,
  diarization,
  modelProcesses,
  openSherpaLab,
  transducer,
  vad,
  whisper,
  type SherpaLab,
} from './sherpa-harness';
import type { Tone } from './tone-wav';

const LOW = 300;
const HIGH = 3_500;
const dialogue: Tone[] = [[0, 0.5], [LOW, 2], [0, 0.8], [HIGH, 2], [0, 0.7], [LOW, 2], [0, 0.5]]; // prettier-ignore
const starts = [0.5, 3.3, 6];

describeWithSherpa('sherpa-onnx with voice activity detection and models for speakers', () => {
  let sherpa: SherpaLab;
  beforeAll(async () => {
    sherpa = await openSherpaLab({ models: [ctc, transducer, whisper], vad, diarization });
  });
  afterAll(() => sherpa.close());

  test.each(['ctc', 'transducer'])('hears words and their times with a model of type %s', async (model) => {
    const { text, segments, words = [], warnings } = await sherpa.hear(dialogue, { model, words: true });
    expect(text).toBe('low high low');
    expect(segments.map((segment) => segment.text)).toEqual(['low', 'high', 'low']);
    expect(words.map(({ word }) => word)).toEqual(['low', 'high', 'low']);
    for (const [index, { start, end }] of words.entries()) {
      expect(Math.abs(start - (starts[index] as number))).toBeLessThan(0.1);
      expect(end).toBeGreaterThan(start);
    }
    expect(warnings).toEqual(['the speech engine did not say which language it heard']);
  });

  test('hears words with a Whisper model, which tells the language and has no times of words', async () => {
    const low = await sherpa.hear([[LOW, 2], [0, 1]], { model: 'whisper', words: true }); // prettier-ignore
    expect(low).toMatchObject({ text: 'low', language: 'en' });
    expect(low).not.toHaveProperty('words');
    expect(low.warnings).toEqual(['the speech engine gave no times of words']);
    const high = await sherpa.hear([[HIGH, 2], [0, 1]], { model: 'whisper' }); // prettier-ignore
    expect(high).toMatchObject({ text: 'high', language: 'ru' });
  });

  test('tells Whisper the language that was asked for', async () => {
    const heard = await sherpa.hear([[LOW, 2], [0, 1]], { model: 'whisper', language: 'ru' }); // prettier-ignore
    expect(heard).toMatchObject({ text: 'low', language: 'ru' });
  });

  test('refuses a language that the model itself does not list', async () => {
    const media = await sherpa.putTones([[LOW, 1]]);
    const wishes = { language: 'fr', diarization: false, model: 'whisper' };
    await expect(sherpa.lab.fail({ media }, wishes)).resolves.toEqual({
      code: 'OPTIONS_INVALID',
      message: 'language: the model whisper knows en, ru only, not fr',
      retryable: false,
    });
  });

  test('tells the speakers apart', async () => {
    const { segments, speakers } = await sherpa.hear(dialogue, { diarization: true });
    expect(speakers).toEqual(['A', 'B']);
    expect(segments.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['low', 'A'],
      ['high', 'B'],
      ['low', 'A'],
    ]);
  });

  test('cuts where one speaker follows the other without a pause, so that each has their own words', async () => {
    const tones: Tone[] = [[0, 0.5], [LOW, 2], [HIGH, 2], [0, 0.5]]; // prettier-ignore
    const { segments } = await sherpa.hear(tones, { diarization: true, model: 'whisper' });
    expect(segments.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['low', 'A'],
      ['high', 'B'],
    ]);
  });

  test('finds no more speakers than the request allows', async () => {
    const { speakers, segments } = await sherpa.hear(dialogue, { diarization: true, max_speakers: 1 });
    expect(speakers).toEqual(['A']);
    expect(segments).toHaveLength(3);
  });
});

describeWithSherpa('the processes of sherpa-onnx', () => {
  test('a cancel ends the work within two seconds, with its process, and the next step is served', async () => {
    const sherpa = await openSherpaLab({ models: [ctc], vad, diarization });
    const [holding = 0] = await modelProcesses();
    const before = await cpuTicks(holding);
    const talk = Array.from({ length: 150 }, (_, index): Tone => [index % 2 ? LOW : HIGH, 1]);
    const ticket = await sherpa.lab.send(
      { media: await sherpa.putTones(talk) },
      { language: 'auto', diarization: true },
    );
    await until(async () => (await cpuTicks(holding)) > before + 20);

    const canceledAt = performance.now();
    sherpa.lab.cancel(ticket.taskId);
    await expect(ticket.finished).resolves.toMatchObject({ error: { code: 'CANCELED' } });
    await until(async () => (await modelProcesses()).length === 0);
    expect(performance.now() - canceledAt).toBeLessThan(2_000);
    await expect(sherpa.hear(dialogue)).resolves.toMatchObject({ text: 'low high low' });
    await sherpa.close();
  });

  test('a chunk is one utterance when there is no voice activity detection', async () => {
    const sherpa = await openSherpaLab({ models: [ctc] });
    const { segments } = await sherpa.hear(dialogue);
    expect(segments.map(({ text }) => text)).toEqual(['low high low']);
    await sherpa.close();
  });

  test('a model stays loaded between chunks and is let go of when nobody asks for it', async () => {
    const sherpa = await openSherpaLab({ models: [ctc], vad, idle_seconds: 4 });
    await sherpa.hear(dialogue);
    const before = await modelProcesses();
    await sherpa.hear(dialogue);
    expect(before).toHaveLength(1);
    expect(await modelProcesses()).toEqual(before);
    await until(async () => (await modelProcesses()).length === 0);
    await expect(sherpa.hear(dialogue)).resolves.toMatchObject({ text: 'low high low' });
    await sherpa.close();
    expect(await modelProcesses()).toEqual([]);
  });
});
