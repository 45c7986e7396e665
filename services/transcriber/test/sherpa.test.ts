import { until, withFrozenTimers } from '@medley/testing';
import { describeWithSherpa } from './describe-with-sherpa';
import {
  cpuTicks,
  ctc,
  diarization,
  modelProcesses,
  startSherpaHarness,
  transducer,
  vad,
  whisper,
  type SherpaHarness,
} from './sherpa-harness';
import type { Tone } from './tone-wav';

const LOW = 300;
const HIGH = 3_500;
const dialogue: Tone[] = [[0, 0.5], [LOW, 2], [0, 0.8], [HIGH, 2], [0, 0.7], [LOW, 2], [0, 0.5]]; // prettier-ignore
const starts = [0.5, 3.3, 6];

describeWithSherpa('sherpa-onnx with voice activity detection and models for speakers', () => {
  let sherpa: SherpaHarness;
  beforeAll(async () => {
    sherpa = await startSherpaHarness({ models: [ctc, transducer, whisper], vad, diarization });
  });
  afterAll(() => sherpa.close());

  test.each(['ctc', 'transducer'])('returns words and their times with a model of type %s', async (model) => {
    const {
      text,
      segments,
      words = [],
      warnings,
    } = await sherpa.transcribe(dialogue, { model, words: true });
    expect(text).toBe('low high low');
    expect(segments.map((segment) => segment.text)).toEqual(['low', 'high', 'low']);
    expect(words.map(({ word }) => word)).toEqual(['low', 'high', 'low']);
    for (const [index, { start, end }] of words.entries()) {
      expect(Math.abs(start - (starts[index] as number))).toBeLessThan(0.1);
      expect(end).toBeGreaterThan(start);
    }
    expect(warnings).toEqual(['the speech engine returned no language']);
  });

  test('returns the language but no word timestamps with a Whisper model', async () => {
    const low = await sherpa.transcribe([[LOW, 2], [0, 1]], { model: 'whisper', words: true }); // prettier-ignore
    expect(low).toMatchObject({ text: 'low', language: 'en' });
    expect(low).not.toHaveProperty('words');
    expect(low.warnings).toEqual(['the speech engine returned no word timestamps']);
    const high = await sherpa.transcribe([[HIGH, 2], [0, 1]], { model: 'whisper' }); // prettier-ignore
    expect(high).toMatchObject({ text: 'high', language: 'ru' });
  });

  test('passes the requested language to Whisper', async () => {
    const transcript = await sherpa.transcribe([[LOW, 2], [0, 1]], { model: 'whisper', language: 'ru' }); // prettier-ignore
    expect(transcript).toMatchObject({ text: 'low', language: 'ru' });
  });

  test('refuses a language that the model does not list', async () => {
    const media = await sherpa.putTones([[LOW, 1]]);
    const options = { language: 'fr', diarization: false, model: 'whisper' };
    await expect(sherpa.worker.fail({ media }, options)).resolves.toEqual({
      code: 'OPTIONS_INVALID',
      message: 'language: the model whisper knows en, ru only, not fr',
      retryable: false,
    });
  });

  test('returns speakers', async () => {
    const { segments, speakers } = await sherpa.transcribe(dialogue, { diarization: true });
    expect(speakers).toEqual(['A', 'B']);
    expect(segments.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['low', 'A'],
      ['high', 'B'],
      ['low', 'A'],
    ]);
  });

  test('splits at a speaker change without a pause', async () => {
    const tones: Tone[] = [[0, 0.5], [LOW, 2], [HIGH, 2], [0, 0.5]]; // prettier-ignore
    const { segments } = await sherpa.transcribe(tones, { diarization: true, model: 'whisper' });
    expect(segments.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['low', 'A'],
      ['high', 'B'],
    ]);
  });

  test('returns no more speakers than max_speakers', async () => {
    const { speakers, segments } = await sherpa.transcribe(dialogue, { diarization: true, max_speakers: 1 });
    expect(speakers).toEqual(['A']);
    expect(segments).toHaveLength(3);
  });
});

describeWithSherpa('the processes of sherpa-onnx', () => {
  test('a cancel ends the process at once, and the next step is served', async () => {
    await withFrozenTimers(async () => {
      const sherpa = await startSherpaHarness({ models: [ctc], vad, diarization });
      const [holding = 0] = await modelProcesses();
      const before = await cpuTicks(holding);
      const talk = Array.from({ length: 150 }, (_, index): Tone => [index % 2 ? LOW : HIGH, 1]);
      const ticket = await sherpa.worker.send(
        { media: await sherpa.putTones(talk) },
        { language: 'auto', diarization: true },
      );
      await until(async () => (await cpuTicks(holding)) > before + 20);

      sherpa.worker.cancel(ticket.taskId);
      const report = await ticket.finished;
      expect(report).toMatchObject({ error: { code: 'CANCELED' } });
      // Timers are frozen: it ended without one.
      expect(report.elapsed_ms).toBe(0);
      await until(async () => (await modelProcesses()).length === 0);
      await expect(sherpa.transcribe(dialogue)).resolves.toMatchObject({ text: 'low high low' });
      await sherpa.close();
    });
  });

  test('a chunk is one utterance without voice activity detection', async () => {
    const sherpa = await startSherpaHarness({ models: [ctc] });
    const { segments } = await sherpa.transcribe(dialogue);
    expect(segments.map(({ text }) => text)).toEqual(['low high low']);
    await sherpa.close();
  });

  test('a model stays loaded between chunks, and its process ends when it is idle', async () => {
    await withFrozenTimers(async (timers) => {
      const sherpa = await startSherpaHarness({ models: [ctc], vad, idle_seconds: 4 });
      await sherpa.transcribe(dialogue);
      const before = await modelProcesses();
      await timers.advance(3_999);
      await sherpa.transcribe(dialogue);
      expect(before).toHaveLength(1);
      expect(await modelProcesses()).toEqual(before);
      await timers.advance(4_000);
      await until(async () => (await modelProcesses()).length === 0);
      await expect(sherpa.transcribe(dialogue)).resolves.toMatchObject({ text: 'low high low' });
      await sherpa.close();
      expect(await modelProcesses()).toEqual([]);
    });
  });
});
