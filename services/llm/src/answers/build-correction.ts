import { estimateTokens } from '@medley/contracts';
import type { SchemaFault } from '@medley/json-schema';
import type { ChatMessage } from '../providers/llm-provider';

/** An answer that is not valid by the schema, with its faults. */
export interface InvalidAnswer {
  text: string;
  faults: readonly SchemaFault[];
}

/**
 * Builds the conversation that requests a correction: the original messages, the invalid answers so far and their faults. When
 * that leaves no tokens for another answer, it has only the last invalid answer, or only the faults of that answer.
 */
export function buildCorrection(
  messages: readonly ChatMessage[],
  invalid: readonly InvalidAnswer[],
  contextTokens: number,
): ChatMessage[] {
  const last = invalid.slice(-1);
  const tokenBudget = contextTokens - estimateTokens(last[0]?.text ?? '');
  const conversations = [
    [...messages, ...invalid.flatMap(exchangeOf)],
    [...messages, ...last.flatMap(exchangeOf)],
    last.reduce((conversation, { faults }) => appendToLast(conversation, requestOf(faults)), [...messages]),
  ];
  const fitting = conversations.find((conversation) => tokensOf(conversation) <= tokenBudget);
  return fitting ?? conversations[conversations.length - 1] ?? [];
}

function exchangeOf({ text, faults }: InvalidAnswer): ChatMessage[] {
  return [{ role: 'assistant', content: text }, requestOf(faults)];
}

/** Appends to the last message instead of adding one, because some models require alternating roles. */
function appendToLast(messages: readonly ChatMessage[], { content }: ChatMessage): ChatMessage[] {
  return messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, content: `${message.content}\n\n${content}` } : message,
  );
}

function requestOf(faults: readonly SchemaFault[]): ChatMessage {
  const lines = faults.map(({ path, message }) => `- ${path} ${message}`);
  return {
    role: 'user',
    content: `Your answer does not fit the JSON Schema:\n${lines.join('\n')}\nSend the corrected JSON value and nothing else.`,
  };
}

function tokensOf(messages: readonly ChatMessage[]): number {
  return estimateTokens(messages.map(({ content }) => content).join('\n'));
}
