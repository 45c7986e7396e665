import { join } from 'node:path';
import type { EngineFacts } from '@medley/contracts';
import { createJsonSchemaChecker } from '@medley/json-schema';
import type { ServiceContext } from '@medley/kit';
import { startStepWorker, type StepWorkerPorts, type WorkerFacts } from '@medley/step-worker';
import { bearer, createUpstreamClient } from '@medley/upstream';
import { createCompleteText } from './complete-text';
import type { LlmSettings } from './config';
import type { LlmProvider } from './llm-provider';
import { loadTemplates } from './load-templates';
import { createOpenAiProvider } from './openai-provider';

const ANSWER_BYTES_MAX = 1024 * 1024;
const TIME_LIMIT_MS = 20 * 60_000;
const DEFAULT_PROVIDER = 'default';
const NOT_CONFIGURED = 'LLM_BASE_URL is not set';
const ownTemplates = join(__dirname, '..', 'templates');

/** Start the worker of `llm` steps on given ports; its stops are registered on the context's life cycle. */
export async function startLlm(context: ServiceContext<LlmSettings>, ports: StepWorkerPorts): Promise<void> {
  const { config, lifecycle } = context;
  const templates = await loadTemplates(config.LLM_TEMPLATES_DIR ?? ownTemplates);
  const providers = createProviders(config);
  const checker = createJsonSchemaChecker();
  lifecycle.onStop('schema checker', () => checker.close());
  await startStepWorker(
    {
      kind: 'llm',
      handler: createCompleteText({ providers, templates, checker }),
      announce: () => factsOf(providers),
      concurrency: config.CONCURRENCY,
      timeLimitMs: TIME_LIMIT_MS,
      workDir: join(config.DATA_DIR, 'work', 'llm'),
    },
    ports,
    context,
  );
}

function createProviders(config: LlmSettings): LlmProvider[] {
  if (config.LLM_BASE_URL === undefined) return [];
  const client = createUpstreamClient({
    name: 'the language model',
    baseUrl: config.LLM_BASE_URL,
    headers: bearer(config.LLM_API_KEY),
    answerBytesMax: ANSWER_BYTES_MAX,
    silenceMs: config.LLM_SILENCE_MS,
  });
  return [createOpenAiProvider({ name: DEFAULT_PROVIDER, models: config.LLM_MODEL }, client)];
}

function factsOf(providers: readonly LlmProvider[]): WorkerFacts {
  const [first] = providers;
  return {
    ready: first !== undefined,
    reason: first ? null : NOT_CONFIGURED,
    engines: providers.map((provider): EngineFacts => ({
      name: provider.name,
      ready: true,
      reason: null,
      models: [...provider.models],
      default_model: provider.models[0] ?? null,
    })),
    default_engine: first?.name ?? null,
  };
}
