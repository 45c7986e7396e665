import type { EngineInfo } from '@medley/contracts';

/** The models of an engine without aliases of the form `engine` and `engine/model`. */
export function modelNames({ name, models }: EngineInfo): string[] {
  const aliases = new Set([name, ...models.map((model) => `${name}/${model}`)]);
  const plain = models.filter((model) => !aliases.has(model));
  return plain.length === 0 ? models : plain;
}
