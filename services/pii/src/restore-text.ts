import { countCodePoints, textLimits } from '@medley/contracts';
import { AppError, unseal } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import type { EnginePool } from './engine-pool';

/** The restore step: the originals of the depersonalize step above back into a text. The longer of both texts is billed. */
export function restoreWith(pool: EnginePool, mappingKey: Buffer): StepHandler<'restore'> {
  return async (inputs, { taskId, signal }) => {
    const [text, sealed] = await Promise.all([inputs.text(), inputs.mapping()]);
    const mapping = unseal(mappingKey, sealed, taskId);
    const output = await pool.run({ kind: 'restore', text, mapping }, { account: taskId, signal });
    if (!output) {
      const message = `the text with the originals would be longer than ${textLimits.outputTextMax} characters`;
      throw new AppError('TEXT_TOO_LONG', message);
    }
    return { output, usage: { characters: Math.max(countCodePoints(text), countCodePoints(output.text)) } };
  };
}
