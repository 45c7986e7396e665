import {
  checkOfMessage,
  messageCatalogue,
  type Fault,
  type MessageBodies,
  type MessageName,
} from '@medley/contracts';

/** A validated body as JSON. */
export interface EncodedBody {
  name: string;
  /** The version of its schema. */
  version: number;
  messageId: string;
  json: string;
}

/** A body as a message of its own, or an envelope, whose JSON is an array of bodies. */
export interface WireMessage extends EncodedBody {
  /** Of an envelope: how many bodies it carries. */
  items?: number;
  /** The handler has rejected the body; the next consumer dead-letters it. */
  rejected?: true;
  /** A consumer had the body before, in an envelope, and may have begun its work. */
  repeated?: true;
}

/** A message as received, before validation. */
export interface ReceivedMessage {
  name: unknown;
  version: unknown;
  content: Buffer | string;
  items?: unknown;
  rejected?: unknown;
  repeated?: unknown;
}

export type Decoded =
  | { ok: true; name: MessageName; body: MessageBodies[MessageName] }
  | { ok: false; name: MessageName | null; reason: string };

/**
 * Validates a body against the message catalogue and serializes it.
 * @throws TypeError when the body does not match its schema, which is a programming error of the caller
 */
export function encodeBody<N extends MessageName>(name: N, body: MessageBodies[N]): EncodedBody {
  const { version } = messageCatalogue[name];
  const fault = checkOfMessage(name).find(body);
  if (fault) throw new TypeError(`${name} must not be published: ${describeFault(fault)}`);
  return { name, version, messageId: messageIdOf(name, body), json: JSON.stringify(body) };
}

/** The same id for every publish of the same step attempt or task message, so that repeats can be correlated in logs. */
export function messageIdOf(name: MessageName, body: MessageBodies[MessageName]): string {
  return 'step_id' in body ? `${body.task_id}:${body.step_id}:${body.attempt}` : `${body.task_id}:${name}`;
}

/** Validates a received message that is no envelope. */
export function decodeMessage(received: ReceivedMessage): Decoded {
  const parsed = parseJson(received.content);
  return parsed === undefined ? unreadable(received) : decodeBody(received, parsed);
}

/** The outcome for a message whose content cannot be read. */
export function unreadable({ name }: ReceivedMessage): Decoded {
  return { ok: false, name: isMessageName(name) ? name : null, reason: 'not JSON' };
}

/** Validates a received body. Unknown fields are dropped (a newer publisher may send them); an unknown version is refused. */
export function decodeBody(
  { name, version }: Pick<ReceivedMessage, 'name' | 'version'>,
  parsed: unknown,
): Decoded {
  if (!isMessageName(name)) return { ok: false, name: null, reason: 'unknown name' };
  if (version !== messageCatalogue[name].version) return { ok: false, name, reason: 'unknown version' };
  const result = checkOfMessage(name).read(parsed);
  if (result.fault) return { ok: false, name, reason: describeFault(result.fault) };
  return { ok: true, name, body: result.value as MessageBodies[MessageName] };
}

function isMessageName(name: unknown): name is MessageName {
  return typeof name === 'string' && Object.hasOwn(messageCatalogue, name);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined when the bytes are not JSON in UTF-8. */
export function parseJson(content: Buffer | string): unknown {
  try {
    return JSON.parse(typeof content === 'string' ? content : utf8.decode(content));
  } catch {
    return undefined;
  }
}

/** The path and the failed rule, never values, because the text is logged. */
function describeFault({ path, rule }: Fault): string {
  return `${path.join('.') || 'body'}: ${rule}`;
}
