import type { TranscribeOutput } from '@medley/contracts';
import {
  respondJson,
  type Responder,
  type RecordedRequest,
  startStubUpstream,
  type StubUpstream,
} from '@medley/testing';
import { synthesizeSpeech, syntheticVoices, VOICE_RATE } from '@medley/testing/speech';
import { startEnginesHarness, type EnginesHarness } from './engines-harness';
import { formOf } from './transcriber-harness';

const TURN_S = 6;
const PAUSE_S = 0.6;

interface Turn {
  voice: number;
  start: number;
  end: number;
}

/** Two speakers in turn. */
const turns = Array.from({ length: 6 }, (_, index): Turn => {
  const start = PAUSE_S + index * (TURN_S + PAUSE_S);
  return { voice: index % 2, start, end: start + TURN_S };
});
const wav = wavOf(turns);
/** The labels of the same speaker in the first chunk and in the others. */
const labels = [['speaker_0', 'speaker_1'] as const, ['speaker_1', 'speaker_0'] as const];

function wavOf(spoken: readonly Turn[]): Buffer {
  const samples = new Int16Array(Math.round((spoken.at(-1)?.end ?? 0) + 1) * VOICE_RATE);
  spoken.forEach(({ voice, start }, index) => {
    const [first] = syntheticVoices;
    const sound = synthesizeSpeech(syntheticVoices[voice] ?? (first as never), TURN_S, 11 + index);
    samples.set(
      Int16Array.from(sound, (value) => Math.round(20_000 * value)),
      Math.round(start * VOICE_RATE),
    );
  });
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  [16, 1 + 65_536, VOICE_RATE, VOICE_RATE * 2, 2 + 16 * 65_536].forEach((word, at) =>
    head.writeUInt32LE(word, 16 + 4 * at),
  );
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

/** The turns within a chunk, in seconds from its start. The chunk is found in the recording by its samples. */
async function turnsIn(request: RecordedRequest): Promise<{ turns: Turn[]; from: number }> {
  const sent = Buffer.from(await ((await formOf(request)).get('file') as File).arrayBuffer());
  const at = 2 * VOICE_RATE;
  const from = (wav.indexOf(sent.subarray(44 + at, 44 + at + 20_000)) - 44 - at) / 2 / VOICE_RATE;
  const to = from + (sent.length - 44) / 2 / VOICE_RATE;
  const inside = turns.filter(({ start, end }) => start >= from && end <= to + 0.01);
  return { turns: inside.map((turn) => ({ ...turn, start: turn.start - from, end: turn.end - from })), from };
}

/** `diarized_json` with labels that are swapped from the second chunk on. */
const diarized: Responder = (response, request) => {
  void turnsIn(request).then(({ turns: inside, from }) => {
    const names = labels[from > 1 ? 1 : 0] ?? labels[0];
    const segments = inside.map(({ voice, start, end }, id) => {
      return {
        type: 'transcript.text.segment',
        id: `seg_${id}`,
        start,
        end,
        text: ` voice ${voice}`,
        speaker: names?.[voice],
      };
    });
    respondJson({ text: segments.map(({ text }) => text).join(''), segments })(response, request);
  });
};

/** `verbose_json` without speakers: one segment over two turns, with words. */
const undiarized: Responder = (response, request) => {
  void turnsIn(request).then(({ turns: inside }) => {
    const words = inside.flatMap(({ voice, start }) =>
      Array.from({ length: 6 }, (_, at) => ({
        word: `v${voice}n${at}`,
        start: start + at,
        end: start + at + 0.8,
      })),
    );
    const segments = Array.from({ length: Math.ceil(words.length / 12) }, (_, id) => {
      const own = words.slice(12 * id, 12 * id + 12);
      const text = ` ${own.map(({ word }) => word).join(' ')}`;
      return { id, start: own[0]?.start, end: own.at(-1)?.end, text };
    });
    respondJson({ text: segments.map(({ text }) => text).join(''), language: 'english', segments, words })(
      response,
      request,
    );
  });
};

describe('speakers', () => {
  let upstream: StubUpstream;
  let harness: EnginesHarness;
  beforeEach(async () => {
    upstream = await startStubUpstream();
    const models = ['plain', { name: 'diarizer', diarizes: true }];
    const engine = { kind: 'openai', name: 'stub', base_url: upstream.url, piece_seconds_max: 24, models };
    harness = await startEnginesHarness([engine]);
  });
  afterEach(async () => {
    await harness.close();
    await upstream.close();
  });
  const transcribe = async (options: object): Promise<TranscribeOutput> => {
    const media = await harness.worker.putMedia(wav, { content_type: 'audio/wav', duration: null });
    const { data } = await harness.worker.succeed(
      { media },
      { language: 'en', diarization: true, ...options },
    );
    return data as TranscribeOutput;
  };

  it('with labels per chunk are linked over all chunks', async () => {
    upstream.respond(diarized);
    const output = await transcribe({ model: 'diarizer' });
    expect(upstream.requests.length).toBeGreaterThan(1);
    expect(output.segments.map(({ text, speaker }) => `${text}: ${speaker}`)).toEqual(
      turns.map(({ voice }) => `voice ${voice}: ${'AB'.charAt(voice)}`),
    );
    expect(output.speakers).toEqual(['A', 'B']);
    expect(output).not.toHaveProperty('warnings');
  });

  it('are found by the basic method when the engine does not diarize, and a warning names it', async () => {
    upstream.respond(undiarized);
    const output = await transcribe({ model: 'plain', words: true, max_speakers: 2 });
    const bySpeaker = (speaker: string): string[] =>
      output.words?.filter((word) => word.speaker === speaker).map(({ word }) => word.slice(0, 2)) ?? [];
    expect(new Set(bySpeaker('A'))).toEqual(new Set(['v0']));
    expect(new Set(bySpeaker('B'))).toEqual(new Set(['v1']));
    expect(output.speakers).toEqual(['A', 'B']);
    expect(output.segments.map(({ speaker }) => speaker)).toEqual(['A', 'B', 'A', 'B', 'A', 'B']);
    expect(output.text).toBe(output.segments.map(({ text }) => text).join(' '));
    expect(output.warnings).toContainEqual(expect.stringContaining('basic'));
  });

  it('are found by the basic method when a model that diarizes returns none', async () => {
    upstream.respond(undiarized);
    const output = await transcribe({ model: 'diarizer', max_speakers: 2 });
    expect(output.speakers).toEqual(['A', 'B']);
    expect(output.warnings).toContainEqual(expect.stringContaining('basic'));
  });

  it('are null without timestamps', async () => {
    upstream.respond(respondJson({ text: 'Who said that?' }));
    const output = await transcribe({ model: 'plain' });
    expect(output.speakers).toEqual([]);
    expect(new Set(output.segments.map(({ speaker }) => speaker))).toEqual(new Set([null]));
    expect(output.warnings).toContainEqual(expect.stringContaining('speakers are not separated'));
  });

  it('are not returned unless diarization is requested', async () => {
    upstream.respond(undiarized);
    const output = await transcribe({ model: 'plain', diarization: false });
    expect(output.speakers).toEqual([]);
    expect(new Set(output.segments.map(({ speaker }) => speaker))).toEqual(new Set([null]));
    expect(output).not.toHaveProperty('warnings');
  });

  it('are limited by max_speakers', async () => {
    upstream.respond(undiarized);
    const output = await transcribe({ model: 'plain', max_speakers: 1 });
    expect(output.speakers).toEqual(['A']);
  });
});
