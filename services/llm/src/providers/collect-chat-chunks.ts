import {
  brokenOff,
  errorInEvents,
  isRecord,
  parseEvent,
  Pieces,
  type EventCollector,
} from './event-collector';

/** Collects the chunks of a chat completion into one, as it comes without streaming. */
export function collectChatChunks(): EventCollector {
  const content = new Pieces();
  const refusal = new Pieces();
  const toolArguments = new Pieces();
  const facts: Record<string, unknown> = {};
  let finish: unknown = null;

  const hearChoice = (choice: unknown): void => {
    if (!isRecord(choice)) return;
    finish = choice['finish_reason'] ?? finish;
    if (!isRecord(choice['delta'])) return;
    const { content: piece, refusal: no, tool_calls: calls } = choice['delta'];
    for (const text of textsOf(piece)) content.add(text);
    refusal.add(no);
    const [call] = Array.isArray(calls) ? (calls as unknown[]) : [];
    if (isRecord(call) && isRecord(call['function'])) toolArguments.add(call['function']['arguments']);
  };
  return {
    hear(data) {
      if (data.trim() === '[DONE]') return;
      const chunk = parseEvent(data);
      if (chunk['error'] !== undefined && chunk['error'] !== null)
        throw errorInEvents(typeOf(chunk['error']));
      for (const name of ['model', 'usage']) facts[name] = chunk[name] ?? facts[name];
      // The last chunk has the usage and no choice.
      if (Array.isArray(chunk['choices'])) hearChoice(chunk['choices'][0]);
    },
    whole() {
      if (finish === null) throw brokenOff();
      const calls = toolArguments.toString();
      const message = {
        content: content.toString(),
        refusal: refusal.toString(),
        ...(calls === '' ? {} : { tool_calls: [{ function: { arguments: calls } }] }),
      };
      return { ...facts, choices: [{ finish_reason: finish, message }] };
    },
  };
}

function textsOf(piece: unknown): unknown[] {
  if (!Array.isArray(piece)) return [piece];
  return piece.map((part: unknown) => (isRecord(part) && part['type'] === 'text' ? part['text'] : null));
}

function typeOf(error: unknown): unknown {
  return isRecord(error) ? error['type'] : null;
}
