import { join } from 'node:path';
import type { EngineInfo } from '@medley/contracts';
import { createJsonSchemaChecker } from '@medley/json-schema';
import type { ServiceContext } from '@medley/kit';
import { startStepWorker, type StepWorkerDependencies, type WorkerStatus } from '@medley/step-worker';
import { createCompleteText } from './complete-text';
import type { LlmSettings } from './config';
import { loadTemplates, ownTemplates, type PromptTemplates } from './load-templates';
import type { LlmProvider } from './providers/llm-provider';
import { loadProviders } from './providers/load-providers';
import { createProviderMetrics } from './providers/provider-metrics';
import { llmLimits } from './llm-limits';

const NOT_CONFIGURED = 'neither LLM_PROVIDERS_FILE nor LLM_BASE_URL is set';

/** Starts the worker of `llm` steps; it stops with the life cycle of the context. */
export async function startLlm(
  context: ServiceContext<LlmSettings>,
  dependencies: StepWorkerDependencies,
): Promise<void> {
  const { config, lifecycle, logger, health } = context;
  const templates = await loadTemplates(config.LLM_TEMPLATES_DIR ?? ownTemplates);
  const providers = await loadProviders(config, createProviderMetrics(context.metrics));
  if (providers.length === 0) {
    logger.warn('no language model is configured', { reason: NOT_CONFIGURED });
    health.warn('language model', NOT_CONFIGURED);
  }
  const checker = createJsonSchemaChecker(context.metrics);
  lifecycle.onStop('schema checker', () => checker.close());
  await startStepWorker(
    {
      kind: 'llm',
      handler: createCompleteText({ providers, templates, checker }),
      announce: () => statusOf(providers, templates),
      concurrency: config.CONCURRENCY,
      timeLimitMs: llmLimits.stepMs,
      workDir: join(config.DATA_DIR, 'work', 'llm'),
    },
    dependencies,
    context,
  );
}

function statusOf(providers: readonly LlmProvider[], templates: PromptTemplates): WorkerStatus {
  const [first] = providers;
  return {
    ready: first !== undefined,
    reason: first ? null : NOT_CONFIGURED,
    engines: providers.map((provider): EngineInfo => ({
      name: provider.name,
      ready: true,
      reason: null,
      models: provider.models.map(({ name }) => name),
      default_model: provider.models[0].name,
      context_tokens: Object.fromEntries(
        provider.models.map(({ name, contextTokens }) => [name, contextTokens]),
      ),
    })),
    default_engine: first?.name ?? null,
    long_inputs: Object.fromEntries(Object.entries(templates).map(([name, { long }]) => [name, long])),
  };
}
