import type { EngineInfo, ModelLanguages } from '@medley/contracts';
import type { WorkerStatus } from '@medley/step-worker';
import { NOTHING_CONFIGURED } from './choose-model';
import { nameModels } from './name-models';
import type { SpeechEngine, SpeechModel } from './speech-engine';

/**
 * The status that the worker announces: every engine with the names of its models and, when it does not work, the reason.
 * `ffmpegReason` says why no engine can work, null when FFmpeg works.
 */
export function engineStatus(engines: readonly SpeechEngine[], ffmpegReason: string | null): WorkerStatus {
  const names = [...nameModels(engines)];
  const anyWorks = engines.some(({ reason }) => reason === null);
  const reason = anyWorks ? ffmpegReason : (engines[0]?.reason ?? NOTHING_CONFIGURED);
  return {
    ready: reason === null,
    reason,
    engines: engines.map((engine): EngineInfo => ({
      name: engine.name,
      ready: engine.reason === null,
      reason: engine.reason,
      models: names.flatMap(([name, named]) => (named.engine === engine ? [name] : [])),
      default_model: engine.models[0]?.name ?? null,
      languages: Object.fromEntries(
        names.flatMap(([name, named]) => (named.engine === engine ? [[name, languagesOf(named.model)]] : [])),
      ),
    })),
    default_engine: engines[0]?.name ?? null,
  };
}

function languagesOf({ languages, detectsLanguage }: SpeechModel): ModelLanguages {
  return { known: languages && [...languages], detects: detectsLanguage || languages?.length === 1 };
}
