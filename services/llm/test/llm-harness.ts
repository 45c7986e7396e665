import { startStubUpstream, type Respond, type StubUpstream } from '../../../tests/support/stub-upstream';
import { openWorkerLab, type WorkerLab } from '../../../tests/support/worker-lab';
import { llmSchema, startLlm } from '@medley/llm';

export const KEY = 'sk-upstream-secret';

export const llmService = { kind: 'llm', schema: llmSchema, start: startLlm } as const;

export interface LlmHarness {
  upstream: StubUpstream;
  lab: WorkerLab;
  close(): Promise<void>;
}

/** The llm service with a local upstream that answers nothing until it is told to. */
export async function startLlmHarness(env: Record<string, string> = {}): Promise<LlmHarness> {
  const upstream = await startStubUpstream();
  const settings = {
    LLM_BASE_URL: upstream.url,
    LLM_API_KEY: KEY,
    LLM_SILENCE_MS: '600',
    LLM_RETRY_MS: '10',
    ...env,
  };
  const lab = await openWorkerLab(llmService, settings);
  return {
    upstream,
    lab,
    async close() {
      await lab.close();
      await upstream.close();
    },
  };
}

/** A chat completion as OpenAI sends it. */
export function completion(
  content: string | null,
  facts: { finish?: string; refusal?: string } = {},
): Respond {
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
