import type { UpstreamClient } from '@medley/upstream';
import { collectChatChunks } from './collect-chat-chunks';
import { DialectMemory, type AnswerFormat, type Dialect } from './dialect-memory';
import { isStrictSchema } from './is-strict-schema';
import type { CompletionRequest, LlmProvider } from './llm-provider';
import { objectSchema, type ObjectSchema } from './object-schema';
import { readChatCompletion } from './read-chat-completion';

/**
 * `POST /chat/completions` as OpenAI defines it and Ollama, vLLM, llama.cpp, OpenRouter, Groq and others speak it. What a
 * model refuses of it (a schema, a temperature, `max_tokens`) it is asked without.
 */
export function openAiComplete(client: UpstreamClient): LlmProvider['complete'] {
  const memory = new DialectMemory();
  return async (request, signal) => {
    const wanted = request.responseSchema ? objectSchema(request.responseSchema) : null;
    return memory.call(request, formatsOf(request, wanted), async (dialect) => {
      const stream = collectChatChunks();
      const body = bodyOf(request, dialect, wanted);
      const answer = await client.send({ path: '/chat/completions', body, onEvent: stream.hear }, signal);
      const completion = readChatCompletion(answer === undefined ? stream.whole() : answer, request);
      const isWrapped = dialect.format === 'strict' || dialect.format === 'loose';
      return wanted && isWrapped ? { ...completion, text: wanted.unwrap(completion.text) } : completion;
    });
  };
}

/** From best to worst; whatever happens, the schema is in the words of the question, too. */
function formatsOf({ responseSchema }: CompletionRequest, wanted: ObjectSchema | null): AnswerFormat[] {
  if (!wanted || !responseSchema) return [];
  return [
    ...(isStrictSchema(wanted.schema) ? ['strict' as const] : []),
    'loose',
    // Allows objects only.
    ...(wanted.schema === responseSchema ? ['json_object' as const] : []),
  ];
}

function bodyOf(
  { model, messages, temperature, responseSchema }: CompletionRequest,
  dialect: Dialect,
  wanted: ObjectSchema | null,
): object {
  const limitName = dialect.has('max_tokens') ? 'max_tokens' : 'max_completion_tokens';
  return {
    model: model.name,
    messages,
    ...(dialect.has('temperature') ? { temperature } : {}),
    ...(model.outputTokensMax === null ? {} : { [limitName]: model.outputTokensMax }),
    ...(responseSchema ? {} : streaming(dialect)),
    ...(dialect.format && wanted ? { response_format: responseFormat(dialect.format, wanted.schema) } : {}),
  };
}

/**
 * Words come as they are written, so that a long answer is no silence. Not with a schema: such answers are short, and some
 * servers do not stream them.
 */
function streaming(dialect: Dialect): object {
  if (!dialect.has('stream')) return {};
  return {
    stream: true,
    ...(dialect.has('stream_options') ? { stream_options: { include_usage: true } } : {}),
  };
}

function responseFormat(format: AnswerFormat, schema: ObjectSchema['schema']): object {
  if (format === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'answer', schema, strict: format === 'strict' } };
}
