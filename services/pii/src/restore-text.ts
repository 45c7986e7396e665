import { countCodePoints } from '@medley/contracts';
import { unseal } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import type { EnginePool } from './engine-pool';

/** The restore step: the originals of the depersonalize step above back into a text. */
export function restoreWith(pool: EnginePool, mappingKey: Buffer): StepHandler<'restore'> {
  return async (inputs, { taskId, signal }) => {
    const [text, sealed] = await Promise.all([inputs.text(), inputs.mapping()]);
    const mapping = unseal(mappingKey, sealed, taskId);
    const output = await pool.run({ kind: 'restore', text, mapping }, signal);
    return { output, usage: { characters: countCodePoints(text) } };
  };
}
