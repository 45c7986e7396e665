import type Joi from 'joi';
import { messageCatalogue, type MessageBodies, type MessageName } from '@medley/contracts';

/** A message as it crosses the wire: its name, the version of its body, and the body as JSON. */
export interface WireMessage {
  name: string;
  version: number;
  messageId: string;
  content: Buffer;
}

/** What came over the wire, before anything of it is believed. */
export interface ReceivedMessage {
  name: unknown;
  version: unknown;
  content: Buffer;
}

export type Decoded =
  | { ok: true; name: MessageName; body: MessageBodies[MessageName] }
  | { ok: false; name: MessageName | null; reason: string };

/**
 * Check a body against the catalogue and turn it into bytes.
 * @throws TypeError when the body is not what the catalogue says: a mistake of the caller
 */
export function encodeMessage<N extends MessageName>(name: N, body: MessageBodies[N]): WireMessage {
  const { schema, version } = messageCatalogue[name];
  const { error } = schema.validate(body, { convert: false });
  if (error) throw new TypeError(`${name} must not be published: ${faultsOf(error)}`);
  return { name, version, messageId: messageIdOf(name, body), content: Buffer.from(JSON.stringify(body)) };
}

/** Equal for repeats of the same thing, so that people can find them. */
function messageIdOf(name: MessageName, body: MessageBodies[MessageName]): string {
  return 'step_id' in body ? `${body.task_id}:${body.step_id}:${body.attempt}` : `${body.task_id}:${name}`;
}

/** Check what came; unknown fields of a newer writer are dropped, a newer version is refused. */
export function decodeMessage(received: ReceivedMessage): Decoded {
  const { name, version } = received;
  if (!isMessageName(name)) return { ok: false, name: null, reason: 'unknown name' };
  const row = messageCatalogue[name];
  if (version !== row.version) return { ok: false, name, reason: 'unknown version' };
  const parsed = parseJson(received.content);
  if (parsed === undefined) return { ok: false, name, reason: 'not JSON' };
  const { error, value } = row.schema.validate(parsed, { convert: false, stripUnknown: true });
  if (error) return { ok: false, name, reason: faultsOf(error) };
  return { ok: true, name, body: value as MessageBodies[MessageName] };
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

/** Places and rules, never values: these words go to the log. */
function faultsOf(error: Joi.ValidationError): string {
  return error.details.map(({ path, type }) => `${path.join('.') || 'body'}: ${type}`).join(', ');
}
