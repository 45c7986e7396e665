import { AppError } from '@medley/kit';
import { nameModels, type NamedModel } from './name-models';
import type { SpeechEngine } from './speech-engine';

/** The reason when no engine is configured. */
export const NOTHING_CONFIGURED =
  'no speech engine is configured: set ASR_BASE_URL or ASR_ENGINES_FILE, or install pocketsphinx for a demo';

/**
 * The model that a step names, else the first model of the first engine. There is no fallback to another engine, because
 * the audio may not be allowed there. The gateway has checked the name, but the configuration may have changed since.
 * @throws AppError ENGINE_NOT_CONFIGURED, OPTIONS_INVALID that lists the models
 */
export function chooseModel(engines: readonly SpeechEngine[], requested: string | undefined): NamedModel {
  const [first] = engines;
  if (!first) throw new AppError('ENGINE_NOT_CONFIGURED', NOTHING_CONFIGURED);
  const chosen = nameModels(engines).get(requested ?? first.name);
  if (!chosen && requested !== undefined) throw unknownModel(engines);
  const { reason, name } = chosen?.engine ?? first;
  if (reason !== null) {
    throw new AppError('ENGINE_NOT_CONFIGURED', `the speech engine ${name} does not work: ${reason}`);
  }
  if (!chosen) throw new AppError('ENGINE_NOT_CONFIGURED', `the speech engine ${name} has no model`);
  return chosen;
}

function unknownModel(engines: readonly SpeechEngine[]): AppError {
  const names = nameModels(engines);
  const known = engines.flatMap((engine) =>
    engine.models.map(({ name }) => (names.get(name)?.engine === engine ? name : `${engine.name}/${name}`)),
  );
  return new AppError('OPTIONS_INVALID', `unknown model; known: ${known.join(', ')}`);
}
