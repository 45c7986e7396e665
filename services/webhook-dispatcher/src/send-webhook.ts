import { signedHeaders, type Delivery } from '@medley/contracts';
import { delay } from '@medley/kit';
import { OutboundError, type Outbound } from '@medley/outbound';
import type { Readable } from 'node:stream';
import type { AttemptOutcome } from './delivery-state';
import { dispatchLimits } from './dispatch-limits';

export interface WebhookRequest {
  delivery: Pick<Delivery, 'id' | 'event' | 'url'>;
  attempt: number;
  body: Buffer;
  secrets: readonly string[];
  /** Of the owner of the task; none of them is one that Medley sets. */
  headers: Readonly<Record<string, string>>;
  /** The time of the attempt, for its signature. */
  at: Date;
  timeoutMs: number;
  /** Aborted when the slot of the attempt is released by force. */
  slotSignal: AbortSignal;
}

/** The outcome of an attempt; `drained` resolves when the response body is read or dropped and the connection closed. */
export interface SentWebhook {
  outcome: AttemptOutcome;
  drained: Promise<void>;
}

/** Sends one request to a receiver. Never rejects: failures are outcomes. */
export async function sendWebhook(outbound: Outbound, request: WebhookRequest): Promise<SentWebhook> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  // One deadline from the name lookup to the last header, so that slow headers get no extra time.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), request.timeoutMs);
  const signal = AbortSignal.any([deadline.signal, request.slotSignal]);
  try {
    const { status, body } = await outbound.open({
      method: 'POST',
      url: request.delivery.url,
      headers: headersOf(request),
      body: request.body,
      signal,
      dnsTimeoutMs: request.timeoutMs,
      connectTimeoutMs: request.timeoutMs,
    });
    const outcome = { status_code: status, response_time_ms: elapsed(), error: errorOfStatus(status) };
    return { outcome, drained: drain(body).finally(() => clearTimeout(timer)) };
  } catch (error) {
    clearTimeout(timer);
    const outcome = { status_code: null, response_time_ms: elapsed(), error: errorClassOf(error, signal) };
    return { outcome, drained: Promise.resolve() };
  }
}

function headersOf({ delivery, headers, secrets, ...request }: WebhookRequest): Record<string, string> {
  const { id, event } = delivery;
  return { ...headers, ...signedHeaders(secrets, { ...request, id, event }) };
}

/** Null for a 2xx. */
function errorOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect not followed' : `status ${status}`;
}

/** The class of a failure; internal messages may disclose too much to users. */
function errorClassOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'timeout';
  return error instanceof OutboundError ? error.failure : 'network error';
}

/** Reads a bounded part of the response body, so that well-behaved receivers can finish their response. */
async function drain(body: Readable): Promise<void> {
  const stop = new AbortController();
  const tooLong = delay(dispatchLimits.drainMs, stop.signal).catch(() => undefined);
  await Promise.race([readBody(body), tooLong]);
  stop.abort();
  body.destroy();
}

async function readBody(body: Readable): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > dispatchLimits.drainBytesMax) return;
    }
  } catch {
    // The status already decides the outcome.
  }
}
