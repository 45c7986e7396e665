import { MedleyApiError, type FieldFault } from '../errors';

interface Envelope {
  success: boolean;
  data?: unknown;
  error?: { code: string; message: string };
  errors?: FieldFault[];
}

/** The `data` of a successful answer. @throws MedleyApiError for any other */
export async function readData(response: Response): Promise<unknown> {
  const text = await response.text();
  const envelope = parseEnvelope(text);
  if (response.ok && envelope?.success) return envelope.data;
  throw apiError(response, text, envelope);
}

/** The whole body of a successful answer that has no envelope. @throws MedleyApiError for any other */
export async function readText(response: Response): Promise<string> {
  await refuseFailure(response);
  return response.text();
}

/** @throws MedleyApiError when the answer is no success; its body is read then */
export async function refuseFailure(response: Response): Promise<void> {
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

/** What answers without an envelope is no Medley: a proxy before it, or a wrong address. */
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

/** Seconds; the header may also hold a date. */
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
