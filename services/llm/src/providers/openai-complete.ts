import type { UpstreamClient } from '@medley/upstream';
import { collectChatChunks } from './collect-chat-chunks';
import { CapabilityCache, type ResponseFormat, type Capabilities } from './capability-cache';
import { isStrictSchema } from './is-strict-schema';
import type { CompletionRequest, LlmProvider } from './llm-provider';
import { objectSchema, type ObjectSchema } from './object-schema';
import { readChatCompletion } from './read-chat-completion';
import { visibleWords } from './visible-words';

/**
 * Calls `POST /chat/completions` of OpenAI and compatible servers (Ollama, vLLM, llama.cpp, OpenRouter, Groq). Parameters that a
 * model refuses (a schema, a temperature, `max_tokens`) are left out of the next call.
 */
export function openAiComplete(client: UpstreamClient): LlmProvider['complete'] {
  const cache = new CapabilityCache();
  return async (request, signal) => {
    const wrapper = request.responseSchema ? objectSchema(request.responseSchema) : null;
    return cache.call(request, formatsOf(request, wrapper), async (capabilities) => {
      const stream = collectChatChunks(visibleWords(request));
      const body = bodyOf(request, capabilities, wrapper);
      const answer = await client.send({ path: '/chat/completions', body, onEvent: stream.push }, signal);
      const completion = readChatCompletion(answer === undefined ? stream.result() : answer, request);
      const isWrapped = capabilities.format === 'strict' || capabilities.format === 'loose';
      return wrapper && isWrapped ? { ...completion, text: wrapper.unwrap(completion.text) } : completion;
    });
  };
}

/** Response formats to try, best first; the prompt contains the schema in any case. */
function formatsOf({ responseSchema }: CompletionRequest, wrapper: ObjectSchema | null): ResponseFormat[] {
  if (!wrapper || !responseSchema) return [];
  return [
    ...(isStrictSchema(wrapper.schema) ? ['strict' as const] : []),
    'loose',
    // `json_object` allows objects only.
    ...(wrapper.schema === responseSchema ? ['json_object' as const] : []),
  ];
}

function bodyOf(
  { model, messages, temperature, responseSchema }: CompletionRequest,
  capabilities: Capabilities,
  wrapper: ObjectSchema | null,
): object {
  const limitName = capabilities.has('max_tokens') ? 'max_tokens' : 'max_completion_tokens';
  return {
    model: model.name,
    messages,
    ...(capabilities.has('temperature') ? { temperature } : {}),
    ...(model.outputTokensMax === null ? {} : { [limitName]: model.outputTokensMax }),
    ...(responseSchema ? {} : streaming(capabilities)),
    ...(capabilities.format && wrapper
      ? { response_format: responseFormat(capabilities.format, wrapper.schema) }
      : {}),
  };
}

/**
 * Streams free-text answers, so that a long answer does not reach the idle timeout. Answers by a schema are not streamed:
 * they are short, and some servers cannot stream them.
 */
function streaming(capabilities: Capabilities): object {
  if (!capabilities.has('stream')) return {};
  return {
    stream: true,
    ...(capabilities.has('stream_options') ? { stream_options: { include_usage: true } } : {}),
  };
}

function responseFormat(format: ResponseFormat, schema: ObjectSchema['schema']): object {
  if (format === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict: format === 'strict' } };
}
