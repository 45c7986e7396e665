import type { Responder, StubUpstream } from '@medley/testing';
import { startUpstreamHarness, type UpstreamHarness } from '@medley/testing/worker';
import { llmSchema, startLlm } from '@medley/llm';

export const KEY = 'sk-upstream-secret';

export const llmService = { kind: 'llm', schema: llmSchema, start: startLlm } as const;

export type LlmHarness = UpstreamHarness;

/** The llm service with a local stub upstream. */
export function startLlmHarness(env: Record<string, string> = {}): Promise<LlmHarness> {
  return startUpstreamHarness(llmService, (url) => ({
    LLM_BASE_URL: url,
    LLM_API_KEY: KEY,
    LLM_SILENCE_MS: '30000',
    LLM_RETRY_MS: '10',
    ...env,
  }));
}

/** A chat completion of OpenAI. */
export function completion(
  content: string | null,
  facts: { finish?: string; refusal?: string } = {},
): Responder {
  const message = { role: 'assistant', content, refusal: facts.refusal ?? null };
  const body = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'gpt-4o-mini-2024-07-18',
    choices: [{ index: 0, message, logprobs: null, finish_reason: facts.finish ?? 'stop' }],
    usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 },
  };
  return (response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

export interface ChatBody {
  model: string;
  temperature?: number;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema: { name: string; strict: boolean; schema: unknown } };
}

export function bodyOf(upstream: StubUpstream, index = 0): ChatBody {
  return JSON.parse(upstream.requests[index]?.body.toString() ?? 'null') as ChatBody;
}

export const languages = { language_in: 'ru', language_out: 'en' };
