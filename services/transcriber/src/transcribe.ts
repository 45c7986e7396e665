import { resolve } from 'node:path';
import { durationLimit, type FfmpegBinary } from '@medley/ffmpeg';
import type { StepContext, StepHandler } from '@medley/step-worker';
import { isSilence } from './audio/choose-cut-point';
import { measureLevels } from './audio/measure-levels';
import { prepareAudio, type PreparedAudio } from './audio/prepare-audio';
import { chooseModel } from './engines/choose-model';
import { checkLanguage } from './engines/check-language';
import type { NamedModel } from './engines/name-models';
import type { SpeechEngine } from './engines/speech-engine';
import type { TranscribedChunk } from './chunks/transcribed-chunk';
import { mergeChunks } from './chunks/merge-chunks';
import { mapConcurrently } from './chunks/map-concurrently';
import { transcribeChunks } from './chunks/transcribe-chunks';
import { diarize } from './diarization/diarize';
import type { Diarization } from './diarization/speaker-turn';
import { hasSpeakers, linkChunkSpeakers, labelSpeakers } from './label-speakers';
import { toTranscript } from './to-transcript';
import { transcriptWarnings } from './transcript-warnings';

export interface TranscribeSetup {
  /** The first is the default, none means that nothing is configured. */
  engines: readonly SpeechEngine[];
  ffmpeg: FfmpegBinary;
  maxMediaSeconds: number;
}

type Context = StepContext<'transcribe'>;

/** How much of the progress is over once the audio is prepared. */
const PREPARED = 0.1;
const HEARD = 0.95;

/** The handler of `transcribe`: any media we know, prepared, cut, heard chunk by chunk and joined again. */
export function createTranscribe(setup: TranscribeSetup): StepHandler<'transcribe'> {
  return async (inputs, context) => {
    const { options, signal, workspace } = context;
    const named = chooseModel(setup.engines, options.model);
    checkLanguage(named.model, options.language);
    const audio = await prepareAudio({
      ffmpeg: setup.ffmpeg,
      from: resolve(await inputs.mediaPath()),
      limit: durationLimit(setup.maxMediaSeconds, context.mediaSecondsMax),
      workspace,
      signal,
      progress: (fraction) => context.progress(Math.min(1, fraction) * PREPARED),
    });
    const { chunks, separated } = await hear(audio, named, context);
    const asked = { language: options.language, words: options.words ?? false };
    const joined = mergeChunks(chunks);
    const { heard, warnings } = separated
      ? labelSpeakers(joined, chunks, separated)
      : { heard: joined, warnings: [] };
    const output = toTranscript({
      ...asked,
      heard,
      duration: audio.duration,
      warnings: [...transcriptWarnings(chunks, heard, asked), ...warnings],
    });
    return { output, usage: { media_seconds: output.duration } };
  };
}

interface AllHeard {
  chunks: TranscribedChunk[];
  /** By ourselves, for an engine that did not; null when that was not needed. */
  separated: Diarization | null;
}

/** The engine, and our own separation of speakers where it cannot do that, work side by side. */
async function hear(audio: PreparedAudio, named: NamedModel, context: Context): Promise<AllHeard> {
  const { diarization, min_speakers: min, max_speakers: max } = context.options;
  const levels = await measureLevels(audio, context.signal);
  context.progress(PREPARED);
  const all: AllHeard = { chunks: [], separated: null };
  const transcribe = async (signal: AbortSignal): Promise<void> => {
    const chunks = await transcribeChunks(jobOf({ audio, levels, named }, context), signal);
    all.chunks = diarization ? await linkChunkSpeakers(audio.path, chunks, signal) : chunks;
  };
  const separate = async (signal: AbortSignal): Promise<void> => {
    const wishes = { minSpeakers: min ?? null, maxSpeakers: max ?? null };
    all.separated = await diarize(audio.path, wishes, signal);
  };
  const isOurs = diarization && !named.model.diarizes && !isSilence(levels);
  await mapConcurrently(isOurs ? [transcribe, separate] : [transcribe], {
    count: 2,
    signal: context.signal,
    run: (part, _index, signal) => part(signal),
  });
  // A model that usually can may not have done it.
  const isMissing = diarization && !isOurs && all.chunks.some(({ heard }) => heard.text.trim() !== '');
  if (isMissing && !hasSpeakers(all.chunks)) await separate(context.signal);
  return all;
}

function jobOf(
  { audio, levels, named }: { audio: PreparedAudio; levels: Float32Array; named: NamedModel },
  context: Context,
): Parameters<typeof transcribeChunks>[0] {
  const { engine, model } = named;
  const { language, vocabulary, diarization, min_speakers, max_speakers } = context.options;
  return {
    engine,
    audio,
    levels,
    workspace: context.workspace,
    progress: (fraction) => context.progress(PREPARED + (HEARD - PREPARED) * fraction),
    request: {
      model: model.name,
      language: language === 'auto' ? null : language,
      vocabulary: vocabulary ?? [],
      diarization: diarization && model.diarizes,
      minSpeakers: min_speakers ?? null,
      maxSpeakers: max_speakers ?? null,
    },
  };
}
