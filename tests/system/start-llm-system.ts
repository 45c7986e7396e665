import type { StubUpstream } from '@medley/testing';
import { type SeparateServices, startSeparateServices } from '@medley/testing/system';

/** A gateway, an orchestrator and a worker of llm steps, whose upstream is the stub; `llmAmqpUrl` is for the worker alone. */
export function startLlmSystem(
  upstream: StubUpstream,
  amqpUrl: string,
  llmAmqpUrl = amqpUrl,
): Promise<SeparateServices> {
  return startSeparateServices({
    amqpUrl,
    instances: { gateway: 1, orchestrator: 1, llm: 1 },
    env: {
      LLM_BASE_URL: upstream.url,
      LLM_API_KEY: 'sk-upstream',
      LLM_SILENCE_MS: '300000',
      STEP_RETRY_DELAYS_S: '0.1,0.2',
      ASSUME_STEPS: 'llm',
    },
    envOf: (service): Record<string, string> => (service === 'llm' ? { AMQP_URL: llmAmqpUrl } : {}),
  });
}
