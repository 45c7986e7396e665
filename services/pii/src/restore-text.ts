import { countCodePoints, textLimits } from '@medley/contracts';
import { AppError, type Keyring } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import type { PiiWorkerPool } from './pii-worker-pool';

/** The handler of `restore` steps: puts the original values back into a text. The longer of both texts is charged. */
export function restoreWith(pool: PiiWorkerPool, keyring: Keyring): StepHandler<'restore'> {
  return async (inputs, { taskId, signal }) => {
    const [text, sealed] = await Promise.all([inputs.text(), inputs.mapping()]);
    const mapping = keyring.unseal('pii-mapping', sealed, taskId);
    const output = await pool.run({ kind: 'restore', text, mapping }, { account: taskId, signal });
    if (!output) {
      const message = `the text with the originals would be longer than ${textLimits.outputTextMax} characters`;
      throw new AppError('TEXT_TOO_LONG', message);
    }
    return { output, usage: { characters: Math.max(countCodePoints(text), countCodePoints(output.text)) } };
  };
}
