import type { EngineInfo } from '@medley/contracts';
import type { WorkerStatus } from '@medley/step-worker';
import { NOTHING_CONFIGURED } from './choose-model';
import { nameModels } from './name-models';
import type { SpeechEngine } from './speech-engine';

/**
 * What the worker announces: every engine with all names of its models, and why one does not work. `obstacle` is what
 * keeps all of them from working.
 */
export function engineFacts(engines: readonly SpeechEngine[], obstacle: string | null): WorkerStatus {
  const names = [...nameModels(engines)];
  const works = engines.some(({ reason }) => reason === null);
  const reason = works ? obstacle : (engines[0]?.reason ?? NOTHING_CONFIGURED);
  return {
    ready: reason === null,
    reason,
    engines: engines.map((engine): EngineInfo => ({
      name: engine.name,
      ready: engine.reason === null,
      reason: engine.reason,
      models: names.flatMap(([name, named]) => (named.engine === engine ? [name] : [])),
      default_model: engine.models[0]?.name ?? null,
    })),
    default_engine: engines[0]?.name ?? null,
  };
}
