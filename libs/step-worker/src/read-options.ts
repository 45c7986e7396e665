import type { StepKind, StepRunOptions } from '@medley/contracts';
import { AppError } from '@medley/kit';

/** The gateway has validated the options; this only refuses what is not a JSON object. @throws AppError MESSAGE_REJECTED */
export function readOptions<K extends StepKind>(json: string): StepRunOptions[K] {
  try {
    const options: unknown = JSON.parse(json);
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) {
      return options as StepRunOptions[K];
    }
  } catch {
    // Reported below, without the text.
  }
  throw new AppError('MESSAGE_REJECTED', 'the options of the step are no JSON object');
}
