import { estimateTokens } from '@medley/contracts';
import type { SchemaFault } from '@medley/json-schema';
import type { ChatMessage } from '../providers/llm-provider';

export interface WrongAnswer {
  text: string;
  faults: readonly SchemaFault[];
}

/**
 * The conversation that asks for a correction: the question, the wrong answers so far and what is wrong with them. Where
 * that leaves no room for another answer, only the last wrong one is shown, or only its faults.
 */
export function buildRepair(
  question: readonly ChatMessage[],
  wrong: readonly WrongAnswer[],
  contextTokens: number,
): ChatMessage[] {
  const last = wrong.slice(-1);
  const room = contextTokens - estimateTokens(last[0]?.text ?? '');
  const talks = [
    [...question, ...wrong.flatMap(roundOf)],
    [...question, ...last.flatMap(roundOf)],
    last.reduce((talk, { faults }) => amend(talk, requestOf(faults)), [...question]),
  ];
  const fitting = talks.find((talk) => sizeOf(talk) <= room);
  return fitting ?? talks[talks.length - 1] ?? [];
}

function roundOf({ text, faults }: WrongAnswer): ChatMessage[] {
  return [{ role: 'assistant', content: text }, requestOf(faults)];
}

/** Added to the question, because some models want the roles to take turns. */
function amend(question: readonly ChatMessage[], { content }: ChatMessage): ChatMessage[] {
  return question.map((message, index) =>
    index === question.length - 1 ? { ...message, content: `${message.content}\n\n${content}` } : message,
  );
}

function requestOf(faults: readonly SchemaFault[]): ChatMessage {
  const lines = faults.map(({ path, message }) => `- ${path} ${message}`);
  return {
    role: 'user',
    content: `Your answer does not fit the JSON Schema:\n${lines.join('\n')}\nSend the corrected JSON value and nothing else.`,
  };
}

function sizeOf(talk: readonly ChatMessage[]): number {
  return estimateTokens(talk.map(({ content }) => content).join('\n'));
}
