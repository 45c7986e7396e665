import { AppError } from '@medley/kit';
import type { UpstreamClient } from '@medley/upstream';
import type { CompletionRequest, LlmProvider } from './llm-provider';
import { isStrictSchema } from './is-strict-schema';
import { readCompletion } from './read-completion';

/** Statuses by which servers that know no `json_schema`, or not this one, turn a request down. */
const formatRefusals: readonly unknown[] = [400, 422];

/** `POST /chat/completions` as OpenAI defines it and Ollama, vLLM, llama.cpp, OpenRouter, Groq and others speak it. */
export function createOpenAiProvider(
  facts: Pick<LlmProvider, 'name' | 'models'>,
  client: UpstreamClient,
): LlmProvider {
  // By identity: the schema object of a step lives as long as the step, so its repairs do not ask in vain again.
  const refusedSchemas = new WeakSet<object>();
  const post = async (body: object, signal: AbortSignal): Promise<unknown> =>
    client.post('/chat/completions', body, signal);

  return {
    ...facts,
    async complete(request, signal) {
      const { responseSchema } = request;
      const plain = { model: request.model, messages: request.messages, temperature: request.temperature };
      if (!responseSchema || refusedSchemas.has(responseSchema)) {
        return readCompletion(await post(plain, signal), request.model);
      }
      try {
        const body = { ...plain, response_format: responseFormat(responseSchema) };
        return readCompletion(await post(body, signal), request.model);
      } catch (error) {
        if (!isFormatRefusal(error)) throw error;
        refusedSchemas.add(responseSchema);
        return readCompletion(await post(plain, signal), request.model);
      }
    },
  };
}

function responseFormat(schema: NonNullable<CompletionRequest['responseSchema']>): object {
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict: isStrictSchema(schema) } };
}

function isFormatRefusal(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'UPSTREAM_REFUSED' &&
    formatRefusals.includes(error.details['status'])
  );
}
