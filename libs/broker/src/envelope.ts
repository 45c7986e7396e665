import {
  decodeBody,
  decodeMessage,
  parseJson,
  type Decoded,
  type EncodedBody,
  type ReceivedMessage,
  type WireMessage,
  unreadable,
} from './codec';

/** One message for several bodies of the same name; `bodies` must not be empty. */
export function envelopeOf(bodies: readonly [EncodedBody, ...EncodedBody[]]): WireMessage {
  const [{ name, version, messageId }] = bodies;
  const json = `[${bodies.map(({ json }) => json).join(',')}]`;
  return { name, version, messageId: `${messageId}+${bodies.length - 1}`, json, items: bodies.length };
}

/** The bodies of an envelope, not validated; null when it cannot be read. */
export function openEnvelope(received: ReceivedMessage): unknown[] | null {
  const parsed = parseJson(received.content);
  return Array.isArray(parsed) && parsed.length === received.items ? (parsed as unknown[]) : null;
}

/** Every body of a message, which may be an envelope, as far as it can be decoded. */
export function decodeAll(received: ReceivedMessage): Decoded[] {
  if (received.items === undefined) return [decodeMessage(received)];
  const bodies = openEnvelope(received);
  return bodies ? bodies.map((body) => decodeBody(received, body)) : [unreadable(received)];
}
