import type { SpeechEngine, SpeechModel } from './speech-engine';

/** A model with its engine. */
export interface NamedModel {
  engine: SpeechEngine;
  model: SpeechModel;
}

/**
 * Maps every valid value of the option `model` to a model: the name of an engine (its first model), the name of a model
 * (of the first engine that has it), or `engine/model`.
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
