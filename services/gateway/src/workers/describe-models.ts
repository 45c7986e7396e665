import type { EngineInfo, WorkerAnnouncement } from '@medley/contracts';
import { languagesOf } from './find-language-issue';
import { modelNames } from './model-names';

/** A model of a ready engine. */
export interface DescribedModel {
  /** A value of the option `model`. */
  name: string;
  engine: string;
  /** Whether steps without a `model` use it. */
  default: boolean;
  /** ISO 639-1; null: not restricted, or unknown. */
  languages: string[] | null;
  /** Whether the language may be `auto`; null: unknown, or no speech model. */
  detects_language: boolean | null;
}

/** The models of the ready workers of a kind, each once. */
export function describeModels(workers: readonly WorkerAnnouncement[]): DescribedModel[] {
  const described = workers
    .filter(({ ready }) => ready)
    .flatMap((worker) =>
      worker.engines.filter(({ ready }) => ready).flatMap((engine) => modelsOf(engine, worker)),
    );
  const byName = new Map(described.map((model) => [`${model.engine}/${model.name}`, model]));
  return [...byName.values()];
}

function modelsOf(engine: EngineInfo, { default_engine }: WorkerAnnouncement): DescribedModel[] {
  return modelNames(engine).map((name) => {
    const languages = languagesOf(engine, name);
    return {
      name,
      engine: engine.name,
      default: engine.name === default_engine && name === engine.default_model,
      languages: languages?.known ?? null,
      detects_language: languages?.detects ?? null,
    };
  });
}
