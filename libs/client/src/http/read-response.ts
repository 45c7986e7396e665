import { MedleyApiError, type FieldError } from '../errors';

interface Envelope {
  success: boolean;
  data?: unknown;
  error?: { code: string; message: string };
  errors?: FieldError[];
  warnings?: FieldError[];
}

/** The content of a successful response. */
export interface Content {
  data: unknown;
  /** Remarks about the request. */
  warnings: FieldError[];
}

/** @throws MedleyApiError for a response that is not successful */
export async function readData(response: Response): Promise<Content> {
  const text = await response.text();
  const envelope = parseEnvelope(text);
  if (response.ok && envelope?.success) return { data: envelope.data, warnings: envelope.warnings ?? [] };
  throw apiError(response, text, envelope);
}

/** The body of a successful response without envelope. @throws MedleyApiError for any other response */
export async function readText(response: Response): Promise<string> {
  await throwIfFailed(response);
  return response.text();
}

/** @throws MedleyApiError for a status that is not 2xx; reads the body in that case */
export async function throwIfFailed(response: Response): Promise<void> {
  if (response.ok) return;
  const text = await response.text();
  throw apiError(response, text, parseEnvelope(text));
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'success' in value ? (value as Envelope) : null;
  } catch {
    return null;
  }
}

/** A response without the envelope does not come from Medley: a proxy responded, or the address is wrong. */
function apiError(response: Response, text: string, envelope: Envelope | null): MedleyApiError {
  const { status, headers } = response;
  const facts = { status, requestId: headers.get('X-Request-Id'), retryAfter: readRetryAfter(headers) };
  if (envelope?.error) {
    const { code, message } = envelope.error;
    return new MedleyApiError(message, { ...facts, code, errors: envelope.errors ?? [] });
  }
  const beginning = text.replace(/\s+/g, ' ').slice(0, 100);
  return new MedleyApiError(`HTTP ${status} without the answer of a Medley service: ${beginning}`, {
    ...facts,
    code: 'UNEXPECTED_ANSWER',
  });
}

/** `Retry-After` in seconds; the header may also be a date. */
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

export async function readHeaders(response: Response): Promise<Headers> {
  await throwIfFailed(response);
  return response.headers;
}
