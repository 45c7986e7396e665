import type { SpeechEngine, SpeechModel } from './speech-engine';

export interface NamedModel {
  engine: SpeechEngine;
  model: SpeechModel;
}

/**
 * Every name the option `model` may have. A model is named as it is, which means the first engine that has one of this
 * name, or as `engine/model`; an engine's name means its first model.
 */
export function nameModels(engines: readonly SpeechEngine[]): ReadonlyMap<string, NamedModel> {
  const names = new Map<string, NamedModel>();
  const add = (name: string, named: NamedModel): void => {
    if (!names.has(name)) names.set(name, named);
  };
  const all = engines.flatMap((engine) => engine.models.map((model) => ({ engine, model })));
  for (const engine of engines) {
    const [model] = engine.models;
    if (model) add(engine.name, { engine, model });
  }
  for (const named of all) add(named.model.name, named);
  for (const named of all) add(`${named.engine.name}/${named.model.name}`, named);
  return names;
}
