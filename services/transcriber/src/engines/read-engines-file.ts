import { loadUpstreamList } from '@medley/upstream';
import { engineEntry, type EngineEntry } from './engine-entry';

/** The entries of `ASR_ENGINES_FILE`. @throws ConfigError that lists every fault, without keys */
export function readEnginesFile(file: string): Promise<EngineEntry[]> {
  return loadUpstreamList<EngineEntry>({ file, setting: 'ASR_ENGINES_FILE' }, engineEntry);
}
