import { resolve } from 'node:path';
import { secondsLimit, type FoundFfmpeg } from '@medley/ffmpeg';
import type { StepContext, StepHandler } from '@medley/step-worker';
import { isSilence } from './audio/choose-cut';
import { measureLevels } from './audio/measure-levels';
import { prepareAudio, type PreparedAudio } from './audio/prepare-audio';
import { chooseModel } from './engines/choose-model';
import { checkLanguage } from './engines/check-language';
import type { NamedModel } from './engines/name-models';
import type { SpeechEngine } from './engines/speech-engine';
import type { HeardPiece } from './pieces/heard-piece';
import { joinHeard } from './pieces/join-heard';
import { settleTogether } from './pieces/settle-together';
import { transcribePieces } from './pieces/transcribe-pieces';
import { separateSpeakers } from './speakers/separate-speakers';
import type { SeparatedSpeakers } from './speakers/speaker-turn';
import { hasSpeakers, linkPieces, nameTurns } from './tell-speakers';
import { toTranscript } from './to-transcript';
import { warnOf } from './warn-of';

export interface TranscribeSetup {
  /** The first is the default, none means that nothing is configured. */
  engines: readonly SpeechEngine[];
  ffmpeg: FoundFfmpeg;
  maxMediaSeconds: number;
}

type Context = StepContext<'transcribe'>;

/** How much of the progress is over once the audio is prepared. */
const PREPARED = 0.1;
const HEARD = 0.95;

/** The handler of `transcribe`: any media we know, prepared, cut, heard piece by piece and joined again. */
export function createTranscribe(setup: TranscribeSetup): StepHandler<'transcribe'> {
  return async (inputs, context) => {
    const { options, signal, workspace } = context;
    const named = chooseModel(setup.engines, options.model);
    checkLanguage(named.model, options.language);
    const audio = await prepareAudio({
      ffmpeg: setup.ffmpeg,
      from: resolve(await inputs.mediaPath()),
      limit: secondsLimit(setup.maxMediaSeconds, context.mediaSecondsMax),
      workspace,
      signal,
      progress: (fraction) => context.progress(Math.min(1, fraction) * PREPARED),
    });
    const { pieces, separated } = await hear(audio, named, context);
    const asked = { language: options.language, words: options.words ?? false };
    const joined = joinHeard(pieces);
    const { heard, warnings } = separated
      ? nameTurns(joined, pieces, separated)
      : { heard: joined, warnings: [] };
    const output = toTranscript({
      ...asked,
      heard,
      duration: audio.duration,
      warnings: [...warnOf(pieces, heard, asked), ...warnings],
    });
    return { output, usage: { media_seconds: output.duration } };
  };
}

interface AllHeard {
  pieces: HeardPiece[];
  /** By ourselves, for an engine that did not; null when that was not needed. */
  separated: SeparatedSpeakers | null;
}

/** The engine, and our own separation of speakers where it cannot do that, work side by side. */
async function hear(audio: PreparedAudio, named: NamedModel, context: Context): Promise<AllHeard> {
  const { diarization, min_speakers: min, max_speakers: max } = context.options;
  const levels = await measureLevels(audio, context.signal);
  context.progress(PREPARED);
  const all: AllHeard = { pieces: [], separated: null };
  const transcribe = async (signal: AbortSignal): Promise<void> => {
    const pieces = await transcribePieces(jobOf({ audio, levels, named }, context), signal);
    all.pieces = diarization ? await linkPieces(audio.path, pieces, signal) : pieces;
  };
  const separate = async (signal: AbortSignal): Promise<void> => {
    const wishes = { minSpeakers: min ?? null, maxSpeakers: max ?? null };
    all.separated = await separateSpeakers(audio.path, wishes, signal);
  };
  const isOurs = diarization && !named.model.diarizes && !isSilence(levels);
  await settleTogether(isOurs ? [transcribe, separate] : [transcribe], {
    count: 2,
    signal: context.signal,
    run: (part, _index, signal) => part(signal),
  });
  // A model that usually can may not have done it.
  const isMissing = diarization && !isOurs && all.pieces.some(({ heard }) => heard.text.trim() !== '');
  if (isMissing && !hasSpeakers(all.pieces)) await separate(context.signal);
  return all;
}

function jobOf(
  { audio, levels, named }: { audio: PreparedAudio; levels: Float32Array; named: NamedModel },
  context: Context,
): Parameters<typeof transcribePieces>[0] {
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
