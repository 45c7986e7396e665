import { webhookHeaders, type Delivery } from '@medley/contracts';
import { OutboundError, type Outbound } from '@medley/outbound';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttemptOutcome } from './delivery-moves';
import { dispatchLimits } from './dispatch-limits';
import { signWebhook } from './sign-webhook';

export interface WebhookRequest {
  delivery: Pick<Delivery, 'id' | 'event' | 'url'>;
  attempt: number;
  body: Buffer;
  secrets: readonly string[];
  /** The moment of the attempt, for its signature. */
  at: Date;
  timeoutMs: number;
  /** Aborted when the slot of the attempt was freed by force. */
  slotSignal: AbortSignal;
}

/** An attempt as it went, and the receiver's body being drained: its connection is free when `drained` resolves. */
export interface SentWebhook {
  outcome: AttemptOutcome;
  drained: Promise<void>;
}

/** Make one request to a receiver. Whatever it does is an outcome, never an error. */
export async function sendWebhook(outbound: Outbound, request: WebhookRequest): Promise<SentWebhook> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  // One signal from name lookup to the last header: a receiver that drips gets no more time than a silent one.
  const signal = AbortSignal.any([AbortSignal.timeout(request.timeoutMs), request.slotSignal]);
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
    const outcome = { status_code: status, response_time_ms: elapsed(), error: faultOf(status) };
    return { outcome, drained: drain(body) };
  } catch (error) {
    const outcome = { status_code: null, response_time_ms: elapsed(), error: wordsOf(error, signal) };
    return { outcome, drained: Promise.resolve() };
  }
}

function headersOf({ delivery, attempt, body, secrets, at }: WebhookRequest): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Medley-Webhooks',
    [webhookHeaders.event]: delivery.event,
    [webhookHeaders.delivery]: delivery.id,
    [webhookHeaders.attempt]: String(attempt),
    [webhookHeaders.id]: delivery.id,
    [webhookHeaders.timestamp]: String(timestamp),
    [webhookHeaders.signature]: signWebhook(secrets, { id: delivery.id, timestamp, body }),
  };
}

/** Null for a 2xx. */
function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect not followed' : `status ${status}`;
}

/** A class of failure; an internal message says nothing a user may act on and may say too much. */
function wordsOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'timeout';
  return error instanceof OutboundError ? error.failure : 'network error';
}

/** The status has decided; a little of the body is read so that a well-behaved receiver sees its answer taken. */
async function drain(body: Readable): Promise<void> {
  const stop = new AbortController();
  const tooLong = pause(dispatchLimits.drainMs, undefined, { signal: stop.signal }).catch(() => undefined);
  await Promise.race([readSome(body), tooLong]);
  stop.abort();
  body.destroy();
}

async function readSome(body: Readable): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > dispatchLimits.drainBytesMax) return;
    }
  } catch {
    // However the body ends, the attempt has its status.
  }
}
