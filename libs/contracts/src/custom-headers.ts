import Joi from 'joi';
import { customHeaderLimits as limits } from './custom-header-limits';
import { webhookHeaders } from './webhook';

/** Headers of one connection (RFC 9110, 7.6.1) and of the framing of a message: a client never sets them. */
const transportHeaders = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Set by Medley in every request to a receiver. */
const ownHeaders = [
  'content-encoding',
  'content-type',
  'user-agent',
  ...Object.values(webhookHeaders).map((name) => name.toLowerCase()),
];

/** A token (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** Headers to send to the source of the media. Messages never contain a value. */
export const sourceHeaders = headersWithout(new Set(transportHeaders));
/** Headers to send to the receiver of the webhook. */
export const webhookRequestHeaders = headersWithout(new Set([...transportHeaders, ...ownHeaders]));

function headersWithout(refused: ReadonlySet<string>): Joi.ObjectSchema<Record<string, string>> {
  return Joi.object<Record<string, string>>()
    .unknown(true)
    .meta({
      json: {
        additionalProperties: { type: 'string', maxLength: limits.valueMax },
        maxProperties: limits.headersMax,
      },
    })
    .custom((value: Record<string, unknown>, helpers) => {
      const fault = findFault(value, refused);
      return fault === null ? value : helpers.message({ custom: fault });
    });
}

/** The first fault, with the name of its header; null when there is none. */
function findFault(headers: Record<string, unknown>, refused: ReadonlySet<string>): string | null {
  const names = Object.keys(headers);
  if (names.length > limits.headersMax) return `must have at most ${limits.headersMax} headers`;
  const seen = new Set<string>();
  for (const name of names) {
    const fault = findNameFault(name, { seen, refused }) ?? findValueFault(headers[name]);
    if (fault !== null) return `${shorten(name)}: ${fault}`;
    seen.add(name.toLowerCase());
  }
  return null;
}

function findNameFault(
  name: string,
  { seen, refused }: { seen: ReadonlySet<string>; refused: ReadonlySet<string> },
): string | null {
  if (name.length > limits.nameMax || !NAME.test(name))
    return `is not a header name of at most ${limits.nameMax} characters`;
  const lower = name.toLowerCase();
  if (refused.has(lower)) return 'is set by the service and cannot be given';
  return seen.has(lower) ? 'is given twice; upper and lower case are the same' : null;
}

function findValueFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a text';
  if (value.length > limits.valueMax) return `must have at most ${limits.valueMax} characters`;
  return VALUE.test(value) ? null : 'must be printable ASCII without line breaks';
}

/** The name as JSON, so that control characters of it do no harm in a message. */
function shorten(name: string): string {
  return JSON.stringify(name.length > limits.nameMax ? `${name.slice(0, limits.nameMax)}…` : name);
}
