import {
  streamInterrupted,
  streamError,
  isRecord,
  parseEvent,
  TextBuffer,
  type EventCollector,
} from './event-collector';

interface OpenBlock {
  type: unknown;
  name: unknown;
  buffer: TextBuffer;
}

/**
 * Assembles the events of a streamed message of Anthropic's Messages API into the body of a non-streamed one; `onText` gets
 * its text.
 */
export function collectMessageEvents(onText: (text: string) => void): EventCollector {
  const blocks = new Map<unknown, OpenBlock>();
  const fields: Record<string, unknown> = {};
  let usage: Record<string, unknown> = {};
  let stopReason: unknown = null;
  const count = (counts: unknown): void => {
    if (isRecord(counts)) usage = { ...usage, ...counts };
  };

  const handlers: Readonly<Record<string, (event: Record<string, unknown>) => void>> = {
    message_start({ message }) {
      if (!isRecord(message)) return;
      fields['model'] = message['model'];
      count(message['usage']);
    },
    content_block_start({ index, content_block: block }) {
      if (!isRecord(block)) return;
      const buffer = new TextBuffer();
      buffer.add(block['text']);
      passOn(onText, block['type'], block['text']);
      blocks.set(index, { type: block['type'], name: block['name'], buffer });
    },
    content_block_delta({ index, delta }) {
      if (!isRecord(delta)) return;
      const { buffer, type } = blocks.get(index) ?? {};
      buffer?.add(delta['text']);
      passOn(onText, type, delta['text']);
      buffer?.add(delta['partial_json']);
    },
    message_delta({ delta, usage: counts }) {
      if (isRecord(delta)) stopReason = delta['stop_reason'] ?? stopReason;
      count(counts);
    },
    error({ error }) {
      throw streamError(isRecord(error) ? error['type'] : null);
    },
  };
  return {
    push(data) {
      const event = parseEvent(data);
      const { type } = event;
      // `ping` and unknown event types carry no part of the answer.
      if (typeof type === 'string' && Object.hasOwn(handlers, type)) handlers[type]?.(event);
    },
    result() {
      if (stopReason === null) throw streamInterrupted();
      const content = [...blocks.values()].map(blockOf);
      return { ...fields, content, stop_reason: stopReason, usage };
    },
  };
}

/** Only text is a part of the answer: not reasoning, nor the input of a tool. */
function passOn(onText: (text: string) => void, type: unknown, text: unknown): void {
  if (type === 'text' && typeof text === 'string') onText(text);
}

function blockOf({ type, name, buffer }: OpenBlock): object {
  const text = buffer.toString();
  if (type !== 'tool_use') return { type, text };
  try {
    return { type, name, input: text === '' ? {} : (JSON.parse(text) as unknown) };
  } catch {
    // Truncated JSON: `stop_reason` has the cause.
    return { type: 'text', text };
  }
}
