import {
  brokenOff,
  errorInEvents,
  isRecord,
  parseEvent,
  Pieces,
  type EventCollector,
} from './event-collector';

interface OpenBlock {
  type: unknown;
  name: unknown;
  pieces: Pieces;
}

/** Collects the events of Anthropic's Messages API into one message, as it comes without streaming. */
export function collectMessageEvents(): EventCollector {
  const blocks = new Map<unknown, OpenBlock>();
  const facts: Record<string, unknown> = {};
  let usage: Record<string, unknown> = {};
  let stopReason: unknown = null;
  const count = (counts: unknown): void => {
    if (isRecord(counts)) usage = { ...usage, ...counts };
  };

  const hearers: Readonly<Record<string, (event: Record<string, unknown>) => void>> = {
    message_start({ message }) {
      if (!isRecord(message)) return;
      facts['model'] = message['model'];
      count(message['usage']);
    },
    content_block_start({ index, content_block: block }) {
      if (!isRecord(block)) return;
      const pieces = new Pieces();
      pieces.add(block['text']);
      blocks.set(index, { type: block['type'], name: block['name'], pieces });
    },
    content_block_delta({ index, delta }) {
      if (!isRecord(delta)) return;
      const { pieces } = blocks.get(index) ?? {};
      pieces?.add(delta['text']);
      pieces?.add(delta['partial_json']);
    },
    message_delta({ delta, usage: counts }) {
      if (isRecord(delta)) stopReason = delta['stop_reason'] ?? stopReason;
      count(counts);
    },
    error({ error }) {
      throw errorInEvents(isRecord(error) ? error['type'] : null);
    },
  };
  return {
    hear(data) {
      const event = parseEvent(data);
      const { type } = event;
      // `ping` and kinds to come are no part of the answer.
      if (typeof type === 'string' && Object.hasOwn(hearers, type)) hearers[type]?.(event);
    },
    whole() {
      if (stopReason === null) throw brokenOff();
      const content = [...blocks.values()].map(blockOf);
      return { ...facts, content, stop_reason: stopReason, usage };
    },
  };
}

function blockOf({ type, name, pieces }: OpenBlock): object {
  const text = pieces.toString();
  if (type !== 'tool_use') return { type, text };
  try {
    return { type, name, input: text === '' ? {} : (JSON.parse(text) as unknown) };
  } catch {
    // Cut short; the reason of the stop says so.
    return { type: 'text', text };
  }
}
