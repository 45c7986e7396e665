import {
  checkOfMessage,
  messageCatalogue,
  type Fault,
  type MessageBodies,
  type MessageName,
} from '@medley/contracts';

/** An encoded message: its name, the version of its schema, and the body as JSON. */
export interface WireMessage {
  name: string;
  version: number;
  messageId: string;
  content: Buffer;
}

/** A message as received, before validation. */
export interface ReceivedMessage {
  name: unknown;
  version: unknown;
  content: Buffer;
}

export type Decoded =
  | { ok: true; name: MessageName; body: MessageBodies[MessageName] }
  | { ok: false; name: MessageName | null; reason: string };

/**
 * Validates a body against the message catalogue and serializes it.
 * @throws TypeError when the body does not match its schema, which is a programming error of the caller
 */
export function encodeMessage<N extends MessageName>(name: N, body: MessageBodies[N]): WireMessage {
  const { version } = messageCatalogue[name];
  const fault = checkOfMessage(name).find(body);
  if (fault) throw new TypeError(`${name} must not be published: ${describeFault(fault)}`);
  return { name, version, messageId: messageIdOf(name, body), content: Buffer.from(JSON.stringify(body)) };
}

/** The same id for every publish of the same step attempt or task message, so that repeats can be correlated in logs. */
function messageIdOf(name: MessageName, body: MessageBodies[MessageName]): string {
  return 'step_id' in body ? `${body.task_id}:${body.step_id}:${body.attempt}` : `${body.task_id}:${name}`;
}

/** Validates a received message. Unknown fields are dropped (a newer publisher may send them); an unknown version is refused. */
export function decodeMessage(received: ReceivedMessage): Decoded {
  const { name, version } = received;
  if (!isMessageName(name)) return { ok: false, name: null, reason: 'unknown name' };
  const row = messageCatalogue[name];
  if (version !== row.version) return { ok: false, name, reason: 'unknown version' };
  const parsed = parseJson(received.content);
  if (parsed === undefined) return { ok: false, name, reason: 'not JSON' };
  const result = checkOfMessage(name).read(parsed);
  if (result.fault) return { ok: false, name, reason: describeFault(result.fault) };
  return { ok: true, name, body: result.value as MessageBodies[MessageName] };
}

function isMessageName(name: unknown): name is MessageName {
  return typeof name === 'string' && Object.hasOwn(messageCatalogue, name);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(content));
  } catch {
    return undefined;
  }
}

/** The path and the failed rule, never values, because the text is logged. */
function describeFault({ path, rule }: Fault): string {
  return `${path.join('.') || 'body'}: ${rule}`;
}
