import { resolve } from 'node:path';
import { durationLimit, type FfmpegBinary } from '@medley/ffmpeg';
import type { StepContext, StepHandler } from '@medley/step-worker';
import { annotateSpan } from '@medley/tracing';
import { isSilence } from './audio/choose-cut-point';
import { measureLevels } from './audio/measure-levels';
import { prepareAudio, type PreparedAudio } from './audio/prepare-audio';
import { chooseModel } from './engines/choose-model';
import { chooseLanguage } from './engines/choose-language';
import type { NamedModel } from './engines/name-models';
import type { SpeechEngine } from './engines/speech-engine';
import type { TranscribedChunk } from './chunks/transcribed-chunk';
import { mergeChunks } from './chunks/merge-chunks';
import { mapConcurrently } from './chunks/map-concurrently';
import { transcribeChunks } from './chunks/transcribe-chunks';
import type { DiarizationPool } from './diarization/diarization-pool';
import type { Diarization } from './diarization/speaker-turn';
import { hasSpeakers, labelSpeakers, linkChunkSpeakers } from './label-speakers';
import { toTranscript } from './to-transcript';
import { transcriptWarnings } from './transcript-warnings';

export interface TranscribeDependencies {
  /** The first one is the default; empty when none is configured. */
  engines: readonly SpeechEngine[];
  ffmpeg: FfmpegBinary;
  diarizationPool: DiarizationPool;
  maxMediaSeconds: number;
}

type Context = StepContext<'transcribe'>;

/** Progress of the step (0..1) when the audio is prepared, and when all chunks are transcribed. */
const PREPARED = 0.1;
const TRANSCRIBED = 0.95;

/** The handler of `transcribe` steps: prepares the audio, transcribes it in chunks and merges their results. */
export function createTranscribe(dependencies: TranscribeDependencies): StepHandler<'transcribe'> {
  return async (inputs, context) => {
    const { options, signal } = context;
    const named = chooseModel(dependencies.engines, options.model);
    annotateSpan({ 'medley.engine': named.engine.name, 'medley.model': named.model.name });
    const language = chooseLanguage(named.model, options.language);
    const workspace = await context.workspace();
    const audio = await prepareAudio({
      ffmpeg: dependencies.ffmpeg,
      from: resolve(await inputs.mediaPath()),
      limit: durationLimit(dependencies.maxMediaSeconds, context.mediaSecondsMax),
      workspace,
      signal,
      progress: (fraction) => context.progress(Math.min(1, fraction) * PREPARED),
    });
    const pool = dependencies.diarizationPool;
    const { chunks, diarization } = await transcribeAudio(
      { audio, named, language, pool, workspace },
      context,
    );
    const requested = { language: language ?? 'auto', words: options.words ?? false };
    const merged = mergeChunks(chunks);
    const { result, warnings } = diarization
      ? labelSpeakers(merged, chunks, diarization)
      : { result: merged, warnings: [] };
    const output = toTranscript({
      ...requested,
      result,
      duration: audio.duration,
      warnings: [...transcriptWarnings(chunks, result, requested), ...warnings],
    });
    return { output, usage: { media_seconds: output.duration } };
  };
}

interface AudioJob {
  audio: PreparedAudio;
  named: NamedModel;
  /** Null: the model detects it. */
  language: string | null;
  pool: DiarizationPool;
  workspace: string;
}

interface TranscribedAudio {
  chunks: TranscribedChunk[];
  /** The result of the basic method; null when it was not needed. */
  diarization: Diarization | null;
}

/** The engine and, when the model does not diarize, the basic method of diarization run concurrently. */
async function transcribeAudio(
  { audio, named, language, pool, workspace }: AudioJob,
  context: Context,
): Promise<TranscribedAudio> {
  const { diarization: isRequested, min_speakers: min, max_speakers: max } = context.options;
  const levels = await measureLevels(audio, context.signal);
  context.progress(PREPARED);
  const transcribed: TranscribedAudio = { chunks: [], diarization: null };
  const transcribe = async (signal: AbortSignal): Promise<void> => {
    const chunks = await transcribeChunks(
      jobOf({ audio, levels, named, language, workspace }, context),
      signal,
    );
    transcribed.chunks = isRequested
      ? await linkChunkSpeakers(pool, { wavPath: audio.path, chunks }, signal)
      : chunks;
  };
  const diarize = async (signal: AbortSignal): Promise<void> => {
    const limits = { minSpeakers: min ?? null, maxSpeakers: max ?? null };
    transcribed.diarization = await pool.run({ kind: 'diarize', wavPath: audio.path, limits }, signal);
  };
  const needsBasicMethod = isRequested && !named.model.diarizes && !isSilence(levels);
  await mapConcurrently(needsBasicMethod ? [transcribe, diarize] : [transcribe], {
    count: 2,
    signal: context.signal,
    run: (part, _index, signal) => part(signal),
  });
  // A model that diarizes may still have returned no speakers.
  const hasText = transcribed.chunks.some(({ result }) => result.text.trim() !== '');
  const lacksSpeakers = isRequested && !needsBasicMethod && hasText && !hasSpeakers(transcribed.chunks);
  if (lacksSpeakers) await diarize(context.signal);
  return transcribed;
}

function jobOf(
  { audio, levels, named, language, workspace }: Omit<AudioJob, 'pool'> & { levels: Float32Array },
  context: Context,
): Parameters<typeof transcribeChunks>[0] {
  const { engine, model } = named;
  const { vocabulary, diarization, min_speakers, max_speakers } = context.options;
  return {
    engine,
    audio,
    levels,
    workspace,
    progress: (fraction) => context.progress(PREPARED + (TRANSCRIBED - PREPARED) * fraction),
    request: {
      model: model.name,
      language,
      vocabulary: vocabulary ?? [],
      diarization: diarization && model.diarizes,
      minSpeakers: min_speakers ?? null,
      maxSpeakers: max_speakers ?? null,
    },
  };
}
