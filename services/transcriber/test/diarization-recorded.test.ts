import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diarize } from '@medley/transcriber';
import { diarizationError } from '../../../scripts/bench/speech/diarization-error';
import { loadSamples } from '../../../scripts/bench/speech/load-samples';
import { toWav } from '../../../scripts/bench/speech/mix-turns';
import { readRttm } from '../../../scripts/bench/speech/read-rttm';
import { everyFfmpeg } from './beep-harness';

const speech = join(__dirname, '../../../../shared/data/speech');
const recorded = existsSync(speech) ? describe : describe.skip;
const free = { minSpeakers: null, maxSpeakers: null };

/** What is measured is in the benchmark (`npm run bench:speech`); these are the bounds it must keep. */
recorded('speakers of recordings beside the repository', () => {
  let directory = '';
  beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'medley-recorded-'))));
  afterAll(() => rm(directory, { recursive: true }));

  const prepare = async (name: string): Promise<string> => {
    const [ffmpeg = ''] = await everyFfmpeg();
    const path = join(directory, `${name}.wav`);
    await writeFile(path, toWav(await loadSamples(ffmpeg, join(speech, `${name}.wav`))));
    return path;
  };
  const separate = async (name: string) => diarize(await prepare(name), free, new AbortController().signal);

  it('are both found where two take turns, wrong for 15 % of the time at most', async () => {
    const { turns } = await separate('en_two_speakers_in_turn');
    const truth = readRttm(readFileSync(join(speech, 'en_two_speakers_in_turn.rttm'), 'utf8'));
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
    expect(diarizationError(truth, turns, { collar: 0 }).rate).toBeLessThan(0.15);
    expect(diarizationError(truth, turns, { collar: 0.25 }).rate).toBeLessThan(0.08);
  });

  it('of a lively meeting are hardly confused, though who speaks at once is missed', async () => {
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
  ])('are never more than the one who reads %s', async (name) => {
    const { turns } = await separate(name);
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(1);
  });

  it('are nobody where there is no speech', async () => {
    expect((await separate('none_silence')).turns).toEqual([]);
  });
});
