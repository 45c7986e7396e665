/** The cause of a refusal. */
export type RefusalReason =
  'context' | 'quota' | 'max_tokens' | 'temperature' | 'stream_options' | 'stream' | 'format';

const TEXT_MAX = 600;

const contextErrors = [
  'context_length_exceeded',
  'exceed_context_size',
  'context length',
  'context window',
  'context size',
  'context limit',
  'prompt is too long',
  'reduce the length',
];

/**
 * Patterns on the machine-readable fields and the beginning of the message, most specific first. OpenAI and Groq send a
 * `code` and a `param`, vLLM a `loc`, the others only a message.
 */
const patterns: readonly (readonly [RefusalReason, RegExp])[] = [
  ['quota', /insufficient_quota|billing_error|credit balance|insufficient credits/],
  ['context', new RegExp(contextErrors.join('|'))],
  ['max_tokens', /max_tokens/],
  ['temperature', /temperature/],
  ['stream_options', /stream_options/],
  ['stream', /\bstream(ing)?\b/],
  ['format', /response_format|json_schema|json_object|json_validate_failed|tool_choice|tools|schema|grammar/],
];

/** Classifies the JSON body of a refusal; null when no pattern matches. */
export function classifyRefusal(body: unknown): RefusalReason | null {
  const text = searchText(body).toLowerCase();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

function searchText(body: unknown): string {
  if (!isRecord(body)) return '';
  const { error, message } = body;
  // Mistral returns the errors of its validator in `message.detail`.
  const detail = isRecord(message) ? message['detail'] : body['detail'];
  const fields = isRecord(error) ? error : body;
  const locations = (Array.isArray(detail) ? detail : [])
    .slice(0, 5)
    .map((one: unknown) => textOf(one, 'loc'));
  const named = ['code', 'type', 'param', 'message'].map((name) => textOf(fields, name));
  return [...named, ...locations, typeof error === 'string' ? error.slice(0, TEXT_MAX) : ''].join(' ');
}

function textOf(object: unknown, name: string): string {
  const value = isRecord(object) ? object[name] : undefined;
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join('.');
  return typeof value === 'string' ? value.slice(0, TEXT_MAX) : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
