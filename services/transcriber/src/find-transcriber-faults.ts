import { collectFaults, type Environment } from '@medley/kit';
import { readEnginesFile } from './engines/read-engines-file';

/** Faults of the file of speech engines. */
export function findTranscriberFaults(env: Environment): Promise<string[]> {
  const file = env['ASR_ENGINES_FILE'];
  return collectFaults([() => (file ? readEnginesFile(file) : undefined)]);
}
