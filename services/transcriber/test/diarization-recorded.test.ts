import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiarizationPool } from '@medley/transcriber';
import { diarizationError, loadSamples, readRttm, toWav } from '@medley/testing/speech';
import type { Diarization } from '../src/diarization/speaker-turn';
import { everyFfmpeg } from './beep-harness';

const speech = join(__dirname, '../../../../shared/data/speech');
const recorded = existsSync(speech) ? describe : describe.skip;
const free = { minSpeakers: null, maxSpeakers: null };

/** Upper limits of the error rates that `npm run bench:speech` measures. */
recorded('speakers of recordings outside the repository', () => {
  let directory = '';
  let pool: DiarizationPool;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-recorded-'));
    pool = new DiarizationPool({ threads: 1 });
  });
  afterAll(async () => {
    await pool.close();
    await rm(directory, { recursive: true });
  });

  const prepare = async (name: string): Promise<string> => {
    const [ffmpeg = ''] = await everyFfmpeg();
    const path = join(directory, `${name}.wav`);
    await writeFile(path, toWav(await loadSamples(ffmpeg, join(speech, `${name}.wav`))));
    return path;
  };
  const separate = async (name: string): Promise<Diarization> => {
    const job = { kind: 'diarize', wavPath: await prepare(name), limits: free } as const;
    return pool.run(job, new AbortController().signal);
  };

  it('are both found in a conversation, with an error rate below 15 %', async () => {
    const { turns } = await separate('en_two_speakers_in_turn');
    const truth = readRttm(readFileSync(join(speech, 'en_two_speakers_in_turn.rttm'), 'utf8'));
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
    expect(diarizationError(truth, turns, { collar: 0 }).rate).toBeLessThan(0.15);
    expect(diarizationError(truth, turns, { collar: 0.25 }).rate).toBeLessThan(0.08);
  });

  it('of a meeting with overlapping speech are confused in less than 10 % of the time', async () => {
    const { turns } = await separate('en_meeting_ami');
    const truth = readRttm(readFileSync(join(speech, 'en_meeting_ami.rttm'), 'utf8'));
    const error = diarizationError(truth, turns, { collar: 0 });
    expect(error.confusion).toBeLessThan(0.1);
    expect(error.falseAlarm).toBeLessThan(0.1);
    expect(error.rate).toBeLessThan(0.66);
  });

  it.each([
    'en_librivox_0870',
    'en_librivox_0890',
    'es_sentence',
    'it_sentence',
    'ja_sentence',
    'pt_sentence',
  ])('are one in the reading %s', async (name) => {
    const { turns } = await separate(name);
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(1);
  });

  it('are none in silence', async () => {
    expect((await separate('none_silence')).turns).toEqual([]);
  });
});
