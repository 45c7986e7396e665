import { AppError } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import type { SpeechEngine } from './speech-engine';
import { toTranscript } from './to-transcript';

/** The handler of transcribe steps; the first engine is the default, none means that nothing is configured. */
export function createTranscribe(engines: readonly SpeechEngine[]): StepHandler<'transcribe'> {
  return async (inputs, { options, signal }) => {
    const { engine, model } = chooseModel(engines, options.model);
    const media = inputs.media();
    if (media.size > engine.fileBytesMax) throw tooLarge(media.size, engine.fileBytesMax);

    const words = options.words ?? false;
    const heard = await engine.transcribe(
      { path: await inputs.mediaPath(), contentType: media.content_type },
      {
        model,
        language: options.language === 'auto' ? null : options.language,
        words,
        vocabulary: options.vocabulary ?? [],
      },
      signal,
    );
    const output = toTranscript(heard, { ...options, words }, media.duration);
    return { output, usage: { media_seconds: output.duration } };
  };
}

/** The gateway has checked the name already; a worker that was configured anew since may not know it any more. */
function chooseModel(
  engines: readonly SpeechEngine[],
  wanted: string | undefined,
): { engine: SpeechEngine; model: string } {
  const [first] = engines;
  if (!first)
    throw new AppError('ENGINE_NOT_CONFIGURED', 'no speech engine is configured: ASR_BASE_URL is not set');
  const engine = wanted === undefined ? first : engines.find(({ models }) => models.includes(wanted));
  const model = wanted ?? first.models[0];
  if (engine && model !== undefined) return { engine, model };
  const known = engines.flatMap(({ models }) => models).join(', ');
  throw new AppError('OPTIONS_INVALID', `unknown model; known: ${known}`);
}

function tooLarge(size: number, max: number): AppError {
  // Rounded up, so that a little too much never reads like just enough.
  const megabytes = (bytes: number): string => String(Math.ceil((bytes / 1024 / 1024) * 10) / 10);
  return new AppError(
    'MEDIA_TOO_LARGE',
    `the media has ${megabytes(size)} MB; the speech engine takes at most ${megabytes(max)} MB`,
  );
}
