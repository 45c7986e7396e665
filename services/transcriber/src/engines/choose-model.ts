import { AppError } from '@medley/kit';
import { nameModels, type NamedModel } from './name-models';
import type { SpeechEngine } from './speech-engine';

/** What to set when there is no engine at all. */
export const NOTHING_CONFIGURED =
  'no speech engine is configured: set ASR_BASE_URL or ASR_ENGINES_FILE, or install pocketsphinx for a demo';

/**
 * The model a step names, else the first one of the first engine. Another engine never stands in for one that does not
 * work: it may be one that the audio must not be sent to. The gateway has checked the name already; a worker that was
 * configured anew since may not know it any more.
 * @throws AppError ENGINE_NOT_CONFIGURED, OPTIONS_INVALID listing the names there are
 */
export function chooseModel(engines: readonly SpeechEngine[], wanted: string | undefined): NamedModel {
  const [first] = engines;
  if (!first) throw new AppError('ENGINE_NOT_CONFIGURED', NOTHING_CONFIGURED);
  const chosen = nameModels(engines).get(wanted ?? first.name);
  if (!chosen && wanted !== undefined) throw unknownModel(engines);
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
