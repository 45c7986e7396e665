import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '@medley/kit';
import { runProcess } from '@medley/step-worker';
import { WAV_HEADER_BYTES } from '../audio/wav-format';
import { FRAME_RATE } from '../diarization/acoustic-features';
import type { DiarizationPool } from '../diarization/diarization-pool';
import { findPocketsphinx, type Pocketsphinx, type PocketsphinxPaths } from './find-pocketsphinx';
import { readPocketsphinxWords } from './read-pocketsphinx-words';
import type { SpokenWord } from '../spoken-segment';
import type { RecognitionResult, SpeechEngine, AudioChunk } from './speech-engine';

const NAME = 'pocketsphinx-demo';
const MODEL = 'pocketsphinx-demo-en';
const LANGUAGE = 'en';
/** Short, so that several processes share a minute of audio; loading the model takes 0.5 s. */
const CHUNK_SECONDS_MAX = 30;
const CHUNK_BYTES_MAX = 4 * 1024 * 1024;
/** Time limit per second of audio; the usual real-time factor on one core is 0.2. */
const SECONDS_PER_SECOND_MAX = 20;
const TIME_LIMIT_MIN_S = 60;
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;
const OUTPUT_BYTES = 16 * 1024 * 1024;
/** The time unit of the control file of PocketSphinx. */
const FRAMES_PER_SECOND = 100;
/** Padding of an utterance on both sides; utterances with a shorter gap between them than `BRIDGE_S` are joined. */
const MARGIN_S = 0.1;
const BRIDGE_S = 0.25;

interface Utterance {
  /** Seconds from the start of the chunk. */
  start: number;
  end: number;
}

/**
 * The offline demo engine: PocketSphinx with the small English model that Debian ships. Its word error rate on read
 * speech is about 27 %.
 */
export async function createPocketsphinxEngine(
  diarizationPool: DiarizationPool,
  paths: PocketsphinxPaths = {},
): Promise<SpeechEngine> {
  const installation = await findPocketsphinx(paths);
  const found = 'found' in installation ? installation.found : null;
  return {
    name: NAME,
    models: [{ name: MODEL, diarizes: false, languages: [LANGUAGE], detectsLanguage: false }],
    chunkBytesMax: CHUNK_BYTES_MAX,
    chunkSecondsMax: CHUNK_SECONDS_MAX,
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    reason: 'reason' in installation ? installation.reason : null,
    async transcribe(chunk, _request, signal) {
      signal.throwIfAborted();
      if (!found) throw new AppError('ENGINE_NOT_CONFIGURED', 'the demo speech engine is not installed');
      const utterances = await findUtterances(diarizationPool, chunk, signal);
      if (utterances.length === 0) return { text: '', language: LANGUAGE, segments: [], words: [] };
      const workspace = await mkdtemp(join(dirname(resolve(chunk.path)), 'pocketsphinx-'));
      try {
        return toRecognitionResult(
          utterances,
          await recognize(found, { chunk, utterances, workspace, signal }),
        );
      } finally {
        await rm(workspace, { recursive: true, force: true });
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Silence is skipped: PocketSphinx recognizes words in it. */
async function findUtterances(
  pool: DiarizationPool,
  { path, duration }: AudioChunk,
  signal: AbortSignal,
): Promise<Utterance[]> {
  const utterances: Utterance[] = [];
  for (const { from, to } of await pool.run({ kind: 'detect-speech', wavPath: path }, signal)) {
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

/** Runs the program once for all utterances of a chunk, so that the model is loaded once. */
async function recognize(
  program: Pocketsphinx,
  recognition: Recognition,
): Promise<Map<string, SpokenWord[]>> {
  const { chunk, utterances, workspace } = recognition;
  await symlink(resolve(chunk.path), join(workspace, 'chunk.wav'));
  const frame = (seconds: number): number => Math.round(seconds * FRAMES_PER_SECOND);
  const list = utterances.map(({ start, end }, index) => `chunk ${frame(start)} ${frame(end)} u${index}\n`);
  await writeFile(join(workspace, 'list'), list.join(''));
  const seconds = Math.max(TIME_LIMIT_MIN_S, Math.ceil(chunk.duration * SECONDS_PER_SECOND_MAX));
  const end = await runProcess({
    command: program.program,
    args: argumentsFor(program, workspace),
    cwd: workspace,
    signal: recognition.signal,
    timeLimitMs: seconds * 1_000,
    limits: { addressSpaceBytes: MEMORY_BYTES, cpuSeconds: seconds, fileBytes: OUTPUT_BYTES },
  });
  const ctm = end.exitCode === 0 ? await readFile(join(workspace, 'ctm'), 'utf8').catch(() => null) : null;
  if (ctm === null) throw new AppError('TOOL_CRASHED', 'the demo speech engine ended abnormally');
  return readPocketsphinxWords(ctm);
}

/**
 * Options with the lowest word error rate on read English: 27.5 %, against 32.8 % with the defaults. The second pass
 * (`fwdflat`) raises it; twice as many Gaussians (`topn`) lower it for 25 % more time; wider beams change nothing.
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
    ...(program.removesSilence && { remove_silence: 'no' }),
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
