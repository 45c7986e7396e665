import type { WorkerAnnouncement } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { modelNames } from '../../workers/model-names';
import type { WorkerRegistry } from '../../workers/worker-registry';

/** The model that clients of OpenAI name by habit: always the default engine. */
export const DEFAULT_MODEL = 'whisper-1';

/** A model as OpenAI describes it. */
export interface ListedModel {
  id: string;
  object: 'model';
  /** Seconds since 1970; 0: nobody says. */
  created: number;
  owned_by: string;
}

/** The models that a transcription can name now. */
export function listModels(registry: Pick<WorkerRegistry, 'knownWorkers'>): ListedModel[] {
  const owners = new Map([[DEFAULT_MODEL, 'medley']]);
  for (const { engines } of registry.knownWorkers('transcribe').filter(isReady))
    for (const engine of engines.filter(isReady))
      for (const name of modelNames(engine)) if (!owners.has(name)) owners.set(name, engine.name);
  return [...owners].map(([id, owner]) => ({ id, object: 'model', created: 0, owned_by: owner }));
}

/** @throws AppError NOT_FOUND for a model that no engine has */
export async function checkModel(registry: WorkerRegistry, name: string): Promise<void> {
  if (name === DEFAULT_MODEL) return;
  const workers = (await registry.workers('transcribe')).filter(isReady);
  const engines = workers.flatMap((worker) => worker.engines);
  // An engine that lists no models takes every name; without an engine, the creation says so.
  const isOffered =
    engines.length === 0 || engines.some(({ models }) => models.length === 0 || models.includes(name));
  if (!isOffered) throw noSuchModel(name);
}

export function noSuchModel(name: string): AppError {
  const message = `The model ${JSON.stringify(name)} does not exist. See GET /v1/models.`;
  return new AppError('NOT_FOUND', message, { details: { param: 'model', kind: 'model_not_found' } });
}

function isReady({ ready }: Pick<WorkerAnnouncement, 'ready'>): boolean {
  return ready;
}
