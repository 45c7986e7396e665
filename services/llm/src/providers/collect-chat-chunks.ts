import {
  streamInterrupted,
  streamError,
  isRecord,
  parseEvent,
  TextBuffer,
  type EventCollector,
} from './event-collector';

/** Assembles the chunks of a streamed chat completion into the body of a non-streamed one; `onText` gets its text. */
export function collectChatChunks(onText: (text: string) => void): EventCollector {
  const content = new TextBuffer();
  const refusal = new TextBuffer();
  const toolArguments = new TextBuffer();
  const fields: Record<string, unknown> = {};
  let finish: unknown = null;

  const handleChoice = (choice: unknown): void => {
    if (!isRecord(choice)) return;
    finish = choice['finish_reason'] ?? finish;
    if (!isRecord(choice['delta'])) return;
    const { content: part, refusal: refusalPart, tool_calls: calls } = choice['delta'];
    for (const text of textsOf(part)) {
      content.add(text);
      if (typeof text === 'string') onText(text);
    }
    refusal.add(refusalPart);
    const [call] = Array.isArray(calls) ? (calls as unknown[]) : [];
    if (isRecord(call) && isRecord(call['function'])) toolArguments.add(call['function']['arguments']);
  };
  return {
    push(data) {
      if (data.trim() === '[DONE]') return;
      const chunk = parseEvent(data);
      if (chunk['error'] !== undefined && chunk['error'] !== null) throw streamError(typeOf(chunk['error']));
      for (const name of ['model', 'usage']) fields[name] = chunk[name] ?? fields[name];
      // The last chunk has the usage and no choice.
      if (Array.isArray(chunk['choices'])) handleChoice(chunk['choices'][0]);
    },
    result() {
      if (finish === null) throw streamInterrupted();
      const calls = toolArguments.toString();
      const message = {
        content: content.toString(),
        refusal: refusal.toString(),
        ...(calls === '' ? {} : { tool_calls: [{ function: { arguments: calls } }] }),
      };
      return { ...fields, choices: [{ finish_reason: finish, message }] };
    },
  };
}

function textsOf(content: unknown): unknown[] {
  if (!Array.isArray(content)) return [content];
  return content.map((part: unknown) => (isRecord(part) && part['type'] === 'text' ? part['text'] : null));
}

function typeOf(error: unknown): unknown {
  return isRecord(error) ? error['type'] : null;
}
