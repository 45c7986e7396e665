import { collectFaults, loadConfig, type Environment } from '@medley/kit';
import { llmOwnSchema } from './config';
import { loadTemplates, ownTemplates } from './load-templates';
import { loadProviders, readProvidersFile } from './providers/load-providers';
import { createProviderMetrics } from './providers/provider-metrics';
import { Registry } from 'prom-client';

/** Faults of the templates, and of the file of providers and what it excludes. */
export function findLlmFaults(env: Environment): Promise<string[]> {
  const file = env['LLM_PROVIDERS_FILE'];
  return collectFaults([
    () => loadTemplates(env['LLM_TEMPLATES_DIR'] || ownTemplates),
    () => (file ? readProvidersFile(file) : undefined),
    () => loadProviders(loadConfig(llmOwnSchema, env), createProviderMetrics(new Registry())),
  ]);
}
