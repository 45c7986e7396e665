import type { UpstreamClient } from '@medley/upstream';
import { collectMessageEvents } from './collect-message-events';
import { CapabilityCache, type Capabilities } from './capability-cache';
import type { CompletionRequest, LlmProvider } from './llm-provider';
import { objectSchema, type ObjectSchema } from './object-schema';
import { readAnthropicMessage } from './read-anthropic-message';
import { visibleWords } from './visible-words';

/** The headers of the Messages API. */
export function anthropicHeaders(apiKey: string | undefined): Record<string, string> {
  return { 'anthropic-version': '2023-06-01', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) };
}

/** Default of `max_tokens`, which the API requires; every model since Claude 3.5 supports it. */
export const ANTHROPIC_OUTPUT_TOKENS = 8_192;

const TOOL = 'answer';

/**
 * Calls `POST /v1/messages` of Anthropic. A schema is passed as the input schema of a single forced tool. Models that refuse a
 * forced tool (with extended thinking) get the schema in the prompt only.
 */
export function anthropicComplete(client: UpstreamClient): LlmProvider['complete'] {
  const cache = new CapabilityCache();
  return async (request, signal) => {
    const wrapper = request.responseSchema ? objectSchema(request.responseSchema) : null;
    return cache.call(request, wrapper ? ['tool'] : [], async (capabilities) => {
      const stream = collectMessageEvents(visibleWords(request));
      const body = bodyOf(request, capabilities, wrapper);
      const answer = await client.send({ path: '/v1/messages', body, onEvent: stream.push }, signal);
      const completion = readAnthropicMessage(answer === undefined ? stream.result() : answer, request, TOOL);
      return wrapper && capabilities.format
        ? { ...completion, text: wrapper.unwrap(completion.text) }
        : completion;
    });
  };
}

function bodyOf(
  request: CompletionRequest,
  capabilities: Capabilities,
  wrapper: ObjectSchema | null,
): object {
  const { model, temperature } = request;
  const system = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    model: model.name,
    max_tokens: model.outputTokensMax ?? ANTHROPIC_OUTPUT_TOKENS,
    ...(capabilities.has('stream') ? { stream: true } : {}),
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: request.messages.filter(({ role }) => role !== 'system'),
    // The API accepts 0..1.
    ...(temperature !== undefined && capabilities.has('temperature')
      ? { temperature: Math.min(1, temperature) }
      : {}),
    ...(wrapper && capabilities.format === 'tool' ? forcedTool(wrapper.schema) : {}),
  };
}

function forcedTool(schema: ObjectSchema['schema']): object {
  return {
    tools: [{ name: TOOL, description: 'Takes the answer.', input_schema: schema }],
    tool_choice: { type: 'tool', name: TOOL, disable_parallel_tool_use: true },
  };
}
