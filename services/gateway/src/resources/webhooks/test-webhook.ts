import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import Joi from 'joi';
import { signedHeaders } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { OutboundError, type Outbound } from '@medley/outbound';
import type { Stores } from '@medley/store';
import type { Call } from '../../http/route';
import { checkBody, type ValidationContext } from '../../validation/check-body';
import { dropNulls } from '../../validation/drop-nulls';
import { link } from '../../validation/fields';
import { throwIfInvalid } from '../../validation/validation-error';
import { webhookTestLimits as limits } from './webhook-test-limits';

export interface WebhookTestDependencies {
  stores: Pick<Stores, 'accounts' | 'now'>;
  outbound: Outbound;
  validationContext: ValidationContext;
}

export const webhookTestBody: Joi.ObjectSchema<{ url: string }> = Joi.object<{ url: string }>({
  url: link.required().description('The receiver to call.'),
})
  .unknown(true)
  .meta({ component: 'WebhookTestRequest' });

/** What the receiver answered; `error` as in the history of deliveries. */
export interface WebhookTestResult {
  id: string;
  delivered: boolean;
  status_code: number | null;
  response_time_ms: number;
  error: string | null;
  /** The beginning of the response. */
  body: string | null;
}

type Answer = Pick<WebhookTestResult, 'status_code' | 'error' | 'body'>;

/** Sends `webhook.test` to receivers, a bounded number at a time. */
export class WebhookTests {
  readonly #running = new Map<string, number>();

  constructor(private readonly deps: WebhookTestDependencies) {}

  /** @throws AppError VALIDATION_ERROR, RATE_LIMIT_EXCEEDED when too many tests are in progress */
  async run(call: Call): Promise<WebhookTestResult> {
    const { value, issues } = checkBody(webhookTestBody, dropNulls(call.body), this.deps.validationContext);
    throwIfInvalid(issues);
    const { accountId } = call.caller;
    const release = this.#admit(accountId);
    try {
      const account = await this.deps.stores.accounts.find(accountId);
      return await this.#send(value.url, account?.webhook_secrets ?? [], call.disconnected());
    } finally {
      release();
    }
  }

  #admit(accountId: string): () => void {
    const own = this.#running.get(accountId) ?? 0;
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (own >= limits.perAccount || all >= limits.perGateway) {
      const retryAfterSeconds = limits.timeoutMs / 1_000;
      const message = `Too many webhook tests are in progress. Try again in ${retryAfterSeconds} seconds.`;
      const details = { retryAfterSeconds, limit: 'webhook_tests' };
      throw new AppError('RATE_LIMIT_EXCEEDED', message, { details });
    }
    this.#running.set(accountId, own + 1);
    return () => {
      const left = (this.#running.get(accountId) ?? 1) - 1;
      if (left > 0) this.#running.set(accountId, left);
      else this.#running.delete(accountId);
    };
  }

  async #send(
    url: string,
    secrets: readonly string[],
    disconnected: AbortSignal,
  ): Promise<WebhookTestResult> {
    const [id, at, startedAt] = [randomUUID(), this.deps.stores.now(), performance.now()];
    const event = 'webhook.test';
    const body = Buffer.from(JSON.stringify({ event, timestamp: at.toISOString() }));
    const headers = signedHeaders(secrets, { id, event, attempt: 1, body, at });
    const signal = AbortSignal.any([disconnected, AbortSignal.timeout(limits.timeoutMs)]);
    const answer = await ask(this.deps.outbound, { url, headers, body, signal });
    const response_time_ms = Math.round(performance.now() - startedAt);
    return { id, delivered: answer.error === null, response_time_ms, ...answer };
  }
}

interface TestRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
}

async function ask(outbound: Outbound, request: TestRequest): Promise<Answer> {
  try {
    const { status, body } = await outbound.open({
      method: 'POST',
      ...request,
      dnsTimeoutMs: limits.timeoutMs,
      connectTimeoutMs: limits.timeoutMs,
    });
    return { status_code: status, error: errorOfStatus(status), body: await readStart(body) };
  } catch (error) {
    // Other messages may disclose too much.
    const failure = error instanceof OutboundError ? error.failure : 'network error';
    return { status_code: null, error: request.signal.aborted ? 'timeout' : failure, body: null };
  }
}

function errorOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect not followed' : `status ${status}`;
}

/** The status decides; a body that breaks off is shown as far as it arrived. */
async function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= limits.bodyBytesMax) break;
    }
  } catch {
    // Shown as far as it arrived.
  }
  body.destroy();
  // Not whole characters at the end are left out.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, limits.bodyBytesMax), {
    stream: true,
  });
  return text;
}
