import type { TranscribeOutput } from '@medley/contracts';
import type { PublicRedactOutput } from '@medley/task-view';
import { serveBytes } from '@medley/testing';
import {
  beepWords,
  scheduleBeeps,
  startBeepEngine,
  synthesizeBeeps,
  wordsOfText,
} from '@medley/testing/speech';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

/** A minute of speech in which each word occurs once, with pauses longer than the padding. */
const said = beepWords.slice(0, 50);
const speech = scheduleBeeps(said, (index) => (index % 7 === 6 ? 1 : 0.4), 1);
const SECONDS = (speech.at(-1)?.end ?? 0) + 2;
/** Words of one sentence, of its beginning and end, and the first and last of all. */
const secret = [said[0], said[10], said[11], said[13], said[20], said[27], said[49]].flatMap(
  (word) => word ?? [],
);

describe('a redacted sound', () => {
  let medley: AllInOne;
  let engine: Awaited<ReturnType<typeof startBeepEngine>>;
  let source: Awaited<ReturnType<typeof serveBytes>>;

  beforeAll(async () => {
    engine = await startBeepEngine();
    source = await serveBytes({ '/speech.wav': synthesizeBeeps(speech, SECONDS) });
    medley = await startAllInOne({ ASR_BASE_URL: engine.url, ASR_API_KEY: 'sk-upstream' });
  });
  afterAll(async () => {
    await medley.stop();
    await Promise.all([engine.close(), source.stop()]);
  });

  test.each(['beep', 'silence'])('with a %s, transcribed again, lacks what was found and nothing else', async (sound) => {
    const options = { language: 'en', diarization: false };
    const made = await medley.api.create('/tasks', {
      url: `${source.url}/speech.wav`,
      steps: [
        { name: 'fetch' },
        { name: 'transcribe', options },
        { name: 'depersonalize', options: { entity_types: ['EMAIL'], deny_list: secret } },
        { name: 'redact', options: { with: sound } },
        { id: 'again', name: 'transcribe', options },
      ],
    });
    const task = await medley.api.ended(made.id);
    expect([task.status, task.error]).toEqual(['completed', undefined]);
    const output = task.output as unknown as Record<string, TranscribeOutput & PublicRedactOutput>;
    expect(wordsOfText(output['transcribe']?.text ?? '')).toEqual(said);
    expect(output['redact']?.redactions).toHaveLength(secret.length);
    expect(wordsOfText(output['again']?.text ?? '')).toEqual(said.filter((word) => !secret.includes(word)));
  }); // prettier-ignore
});
