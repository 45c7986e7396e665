import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '@medley/kit';
import { runProcess } from '@medley/step-worker';
import { WAV_HEADER_BYTES } from '../audio/wav-format';
import { runInDiarizationThread } from '../diarization/run-in-diarization-thread';
import { FRAME_RATE } from '../diarization/acoustic-features';
import { findPocketsphinx, type Pocketsphinx, type PocketsphinxPaths } from './find-pocketsphinx';
import { readPocketsphinxWords } from './read-pocketsphinx-words';
import type { RecognitionResult, SpeechEngine, AudioChunk, SpokenWord } from './speech-engine';

const NAME = 'pocketsphinx-demo';
const MODEL = 'pocketsphinx-demo-en';
const LANGUAGE = 'en';
/** Short, so that a minute of audio already keeps several programs busy; loading the model takes half a second. */
const CHUNK_SECONDS_MAX = 30;
const CHUNK_BYTES_MAX = 4 * 1024 * 1024;
/** It needs a fifth of the duration of speech on an ordinary core. */
const SECONDS_PER_SECOND_MAX = 20;
const LEAST_SECONDS = 60;
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;
const OUTPUT_BYTES = 16 * 1024 * 1024;
/** PocketSphinx counts time in these, too. */
const FRAMES_PER_SECOND = 100;
/** Speech is handed over with this much around it; shorter silences within are part of it. */
const MARGIN_S = 0.1;
const BRIDGE_S = 0.25;

interface Utterance {
  /** Seconds from the start of the chunk. */
  start: number;
  end: number;
}

/**
 * The offline engine for trying things out: PocketSphinx with the small English model that Debian ships. It gets about
 * three words in four right in read speech and knows nothing but English, so its name says that it is a demo.
 */
export async function createPocketsphinxEngine(places: PocketsphinxPaths = {}): Promise<SpeechEngine> {
  const installation = await findPocketsphinx(places);
  const found = 'found' in installation ? installation.found : null;
  return {
    name: NAME,
    models: [{ name: MODEL, diarizes: false, languages: [LANGUAGE] }],
    chunkBytesMax: CHUNK_BYTES_MAX,
    chunkSecondsMax: CHUNK_SECONDS_MAX,
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    reason: 'reason' in installation ? installation.reason : null,
    async transcribe(chunk, _request, signal) {
      signal.throwIfAborted();
      if (!found) throw new AppError('ENGINE_NOT_CONFIGURED', 'the demo speech engine is not installed');
      const utterances = await findUtterances(chunk, signal);
      if (utterances.length === 0) return { text: '', language: LANGUAGE, segments: [], words: [] };
      const workspace = await mkdtemp(join(dirname(resolve(chunk.path)), 'pocketsphinx-'));
      try {
        return toRecognitionResult(
          utterances,
          await recognise(found, { chunk, utterances, workspace, signal }),
        );
      } finally {
        await rm(workspace, { recursive: true, force: true });
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Silence is left out: PocketSphinx hears words in it. */
async function findUtterances({ path, duration }: AudioChunk, signal: AbortSignal): Promise<Utterance[]> {
  const utterances: Utterance[] = [];
  for (const { from, to } of await runInDiarizationThread({ kind: 'speech', wavPath: path }, signal)) {
    const [start, end] = [Math.max(0, from / FRAME_RATE - MARGIN_S), to / FRAME_RATE + MARGIN_S];
    const last = utterances.at(-1);
    if (last && start - last.end < BRIDGE_S) last.end = end;
    else utterances.push({ start, end });
  }
  return utterances.map(({ start, end }) => ({ start, end: Math.min(end, Math.max(duration, start)) }));
}

interface Recognition {
  chunk: AudioChunk;
  utterances: readonly Utterance[];
  workspace: string;
  signal: AbortSignal;
}

/** One run of the program over all utterances of a chunk; the model is loaded once. */
async function recognise(program: Pocketsphinx, work: Recognition): Promise<Map<string, SpokenWord[]>> {
  const { chunk, utterances, workspace } = work;
  await symlink(resolve(chunk.path), join(workspace, 'chunk.wav'));
  const frame = (seconds: number): number => Math.round(seconds * FRAMES_PER_SECOND);
  const list = utterances.map(({ start, end }, index) => `chunk ${frame(start)} ${frame(end)} u${index}\n`);
  await writeFile(join(workspace, 'list'), list.join(''));
  const seconds = Math.max(LEAST_SECONDS, Math.ceil(chunk.duration * SECONDS_PER_SECOND_MAX));
  const end = await runProcess({
    command: program.program,
    args: argumentsFor(program, workspace),
    cwd: workspace,
    signal: work.signal,
    timeLimitMs: seconds * 1_000,
    limits: { addressSpaceBytes: MEMORY_BYTES, cpuSeconds: seconds, fileBytes: OUTPUT_BYTES },
  });
  const ctm = end.exitCode === 0 ? await readFile(join(workspace, 'ctm'), 'utf8').catch(() => null) : null;
  if (ctm === null) throw new AppError('TOOL_CRASHED', 'the demo speech engine ended abnormally');
  return readPocketsphinxWords(ctm);
}

/**
 * Chosen by the word error rate on read English: 27.5 % against 32.8 % as the program comes. The second pass (`fwdflat`)
 * costs words and time, twice as many Gaussians (`topn`) gain words for a quarter more of time; wider beams gain nothing.
 */
function argumentsFor(program: Pocketsphinx, workspace: string): string[] {
  const options = {
    hmm: program.acousticModel,
    lm: program.languageModel,
    dict: program.dictionary,
    fwdflat: 'no',
    topn: '8',
    adcin: 'yes',
    adchdr: String(WAV_HEADER_BYTES),
    cepdir: workspace,
    cepext: '.wav',
    ctl: join(workspace, 'list'),
    ctm: join(workspace, 'ctm'),
    logfn: '/dev/null',
    ...(program.dropsSilence && { remove_silence: 'no' }),
  };
  return Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);
}

function toRecognitionResult(
  utterances: readonly Utterance[],
  words: ReadonlyMap<string, SpokenWord[]>,
): RecognitionResult {
  const segments = utterances.flatMap((utterance, index) => {
    const spoken = (words.get(`u${index}`) ?? []).map((word) => ({
      ...word,
      start: utterance.start + word.start,
      end: Math.min(utterance.start + word.end, utterance.end),
    }));
    const [first, last] = [spoken[0], spoken.at(-1)];
    if (!first || !last) return [];
    const text = spoken.map(({ word }) => word).join(' ');
    return [{ start: first.start, end: last.end, text, speaker: null, words: spoken }];
  });
  return {
    text: segments.map(({ text }) => text).join(' '),
    language: LANGUAGE,
    segments: segments.map(({ start, end, text, speaker }) => ({ start, end, text, speaker })),
    words: segments.flatMap((segment) => segment.words),
  };
}
