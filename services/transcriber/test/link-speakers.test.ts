import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mixTurns, synthesizeSpeech, type SyntheticVoice, syntheticVoices } from '@medley/testing/speech';
import { linkSpeakers } from '../src/diarization/link-speakers';
import type { SpeakerTurn } from '../src/diarization/speaker-turn';

let directory = '';
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'medley-link-'))));
afterAll(() => rm(directory, { recursive: true }));

/** Links chunks in which the engine numbered the speakers `0`, `1` … in order of appearance. */
async function link(chunks: readonly (readonly number[])[], seconds = 4): Promise<string[][]> {
  const order = chunks.flat();
  const utterances = order.map((number, turn) => ({
    speaker: String(number),
    samples: synthesizeSpeech(syntheticVoices[number] as SyntheticVoice, seconds, 60 + turn),
  }));
  const { wav, turns } = mixTurns(utterances, { seed: 3 });
  const path = join(directory, 'chunks.wav');
  await writeFile(path, wav);
  let at = 0;
  const turnsByChunk = chunks.map((chunk) => {
    const names = [...new Set(chunk)];
    return chunk.map((number): SpeakerTurn => {
      const { start, end } = turns[at++] as SpeakerTurn;
      return { start, end, speaker: String(names.indexOf(number)) };
    });
  });
  const labels = linkSpeakers(path, turnsByChunk);
  return turnsByChunk.map((chunk, index) =>
    chunk.map(({ speaker }) => labels[index]?.get(speaker) ?? 'none'),
  );
}

describe('speakers of several chunks', () => {
  it('have one label each in the whole recording, in whatever order they appear in a chunk', async () => {
    const [first = [], second = []] = await link([
      [0, 1, 0, 1],
      [1, 0, 1, 0],
    ]);
    const [one, other] = first;
    expect(one).not.toBe(other);
    expect(first).toEqual([one, other, one, other]);
    expect(second).toEqual([other, one, other, one]);
  });

  it('are not linked within a chunk, even when they are similar', async () => {
    const turns = [
      { start: 0.5, end: 4.5, speaker: '0' },
      { start: 5, end: 9, speaker: '1' },
    ];
    const samples = synthesizeSpeech(syntheticVoices[0] as SyntheticVoice, 9, 1);
    const path = join(directory, 'alike.wav');
    await writeFile(path, mixTurns([{ speaker: '0', samples }], { seed: 1 }).wav);
    const [labels] = linkSpeakers(path, [turns]);
    expect(new Set(labels?.values()).size).toBe(2);
  });

  it('with too little speech keep their own labels', async () => {
    const chunks = await link([[0], [0]], 0.8);
    expect(new Set(chunks.flat()).size).toBe(2);
  });

  it('are empty for a chunk without turns', async () => {
    expect(await link([[0, 1], []])).toEqual([[expect.any(String), expect.any(String)], []]);
  });
});
