import type { UpstreamClient } from '@medley/upstream';
import { collectMessageEvents } from './collect-message-events';
import { DialectMemory, type Dialect } from './dialect-memory';
import type { CompletionRequest, LlmProvider } from './llm-provider';
import { objectSchema, type ObjectSchema } from './object-schema';
import { readAnthropicMessage } from './read-anthropic-message';

/** The headers of the Messages API. */
export function anthropicHeaders(apiKey: string | undefined): Record<string, string> {
  return { 'anthropic-version': '2023-06-01', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) };
}

/** Required by the API; what every model since Claude 3.5 may write. */
export const ANTHROPIC_OUTPUT_TOKENS = 8_192;

const TOOL = 'answer';

/**
 * `POST /v1/messages` of Anthropic. A schema is passed as the input of the only tool, which the model has to call; a model
 * that cannot be made to (one that always thinks) is asked in words alone.
 */
export function anthropicComplete(client: UpstreamClient): LlmProvider['complete'] {
  const memory = new DialectMemory();
  return async (request, signal) => {
    const wanted = request.responseSchema ? objectSchema(request.responseSchema) : null;
    return memory.call(request, wanted ? ['tool'] : [], async (dialect) => {
      const stream = collectMessageEvents();
      const body = bodyOf(request, dialect, wanted);
      const answer = await client.send({ path: '/v1/messages', body, onEvent: stream.hear }, signal);
      const completion = readAnthropicMessage(answer === undefined ? stream.whole() : answer, request, TOOL);
      return wanted && dialect.format ? { ...completion, text: wanted.unwrap(completion.text) } : completion;
    });
  };
}

function bodyOf(request: CompletionRequest, dialect: Dialect, wanted: ObjectSchema | null): object {
  const { model, temperature } = request;
  const system = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    model: model.name,
    max_tokens: model.outputTokensMax ?? ANTHROPIC_OUTPUT_TOKENS,
    ...(dialect.has('stream') ? { stream: true } : {}),
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: request.messages.filter(({ role }) => role !== 'system'),
    // Their scale ends at 1.
    ...(temperature !== undefined && dialect.has('temperature')
      ? { temperature: Math.min(1, temperature) }
      : {}),
    ...(wanted && dialect.format === 'tool' ? forcedTool(wanted.schema) : {}),
  };
}

function forcedTool(schema: ObjectSchema['schema']): object {
  return {
    tools: [{ name: TOOL, description: 'Takes the answer.', input_schema: schema }],
    tool_choice: { type: 'tool', name: TOOL, disable_parallel_tool_use: true },
  };
}
