import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStubUpstream, type StubUpstream } from '@medley/testing';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';
import { llmService } from './llm-harness';

export interface ProvidersHarness<N extends string> {
  upstreams: Readonly<Record<N, StubUpstream>>;
  worker: ServiceHarness;
  close(): Promise<void>;
}

/** The llm service with providers from a file, each with its own local stub upstream. */
export async function startProvidersHarness<N extends string>(
  entries: Readonly<Record<N, object>>,
  env: Record<string, string> = {},
): Promise<ProvidersHarness<N>> {
  const upstreams = {} as Record<N, StubUpstream>;
  for (const name of Object.keys(entries) as N[]) upstreams[name] = await startStubUpstream();
  const list = Object.entries<object>(entries).map(([name, entry]) => ({
    name,
    base_url: upstreams[name as N].url,
    api_key: `sk-secret-of-${name}`,
    silence_ms: 30_000,
    retry_ms: 10,
    ...entry,
  }));
  const file = await writeProviders(list);
  const worker = await startServiceHarness(llmService, { LLM_PROVIDERS_FILE: file.path, ...env });
  return {
    upstreams,
    worker,
    async close() {
      await worker.close();
      await Promise.all(Object.values<StubUpstream>(upstreams).map((upstream) => upstream.close()));
      await file.remove();
    },
  };
}

/** A file for `LLM_PROVIDERS_FILE`. */
export async function writeProviders(list: unknown): Promise<{ path: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-providers-'));
  const path = join(directory, 'providers.json');
  await writeFile(path, JSON.stringify(list));
  return { path, remove: () => rm(directory, { recursive: true }) };
}
