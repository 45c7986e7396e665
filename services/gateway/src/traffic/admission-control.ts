import type { ServerResponse } from 'node:http';
import { AppError } from '@medley/kit';
import { Gauge, type Registry } from 'prom-client';
import { onceClosed } from './once-closed';
import { SharedQuota } from './shared-quota';
import type { TransferLimits } from './traffic-limits';

/** When to come back after a refusal. */
export const RETRY_AFTER_S = 5;

/** What requests and answers that are under way hold, by account. Everything is given back when the answer is out. */
export interface AdmissionControl {
  limits: Readonly<TransferLimits>;
  /** Count a request of a client address while it is answered. @throws AppError RATE_LIMIT_EXCEEDED */
  admitClient(client: string, response: ServerResponse): void;
  /** Count a request while it is answered, or until the function is called. @throws AppError RATE_LIMIT_EXCEEDED */
  admitRequest(accountId: string, response: ServerResponse): () => void;
  /** A place for the bytes of one body. */
  openBodyLease(accountId: string, response: ServerResponse): BodyLease;
  /** Whether this much of an answer may wait for its reader; what changed something is always told (`isFinal`). */
  admitResponse(
    accountId: string,
    response: ServerResponse,
    answer: { bytes: number; isFinal: boolean },
  ): void;
  /** Count a download of a file of this account. @throws AppError RATE_LIMIT_EXCEEDED */
  admitDownload(accountId: string, response: ServerResponse): void;
}

export interface BodyLease {
  /** False when the account or the gateway holds too much already. */
  acquire(bytes: number): boolean;
  /** Give back everything that was taken. */
  release(): void;
}

export function createAdmissionControl(
  limits: Readonly<TransferLimits>,
  { requestsPerAddress, metrics }: { requestsPerAddress: number; metrics: Registry },
): AdmissionControl {
  const { clients, requests, bodies, responses, downloads } = createQuotas(limits, requestsPerAddress);
  gauge(metrics, { name: 'body_bytes', help: 'Bytes of request bodies that are held.', quota: bodies });
  gauge(metrics, {
    name: 'answer_bytes',
    help: 'Bytes of answers that clients have not taken yet.',
    quota: responses,
  });
  gauge(metrics, {
    name: 'requests_in_hand',
    help: 'Requests with a key that are being answered.',
    quota: requests,
  });
  gauge(metrics, { name: 'downloads', help: 'Files that are being sent.', quota: downloads });
  return {
    limits,
    admitClient(client, response) {
      if (!clients.tryAcquire(client, 1))
        throw overloaded('Too many requests of this address are being answered.');
      holdUntilClosed(clients, { owner: client, amount: 1 }, response);
    },
    admitRequest(owner, response) {
      if (!responses.hasCapacity(owner, 1)) throw overloaded('Too many answers wait for their reader.');
      if (!requests.tryAcquire(owner, 1))
        throw overloaded('Too many requests of this account are being answered.');
      return holdUntilClosed(requests, { owner, amount: 1 }, response);
    },
    openBodyLease: (owner, response) => openLease(bodies, owner, response),
    admitResponse(owner, response, { bytes, isFinal }) {
      if (isFinal) responses.acquire(owner, bytes);
      else if (!responses.tryAcquire(owner, bytes))
        throw overloaded('Too many answers wait for their reader.');
      holdUntilClosed(responses, { owner, amount: bytes }, response);
    },
    admitDownload(owner, response) {
      if (!downloads.tryAcquire(owner, 1)) throw overloaded('Too many files are being downloaded.');
      holdUntilClosed(downloads, { owner, amount: 1 }, response);
    },
  };
}

function createQuotas(
  limits: Readonly<TransferLimits>,
  requestsPerAddress: number,
): Record<'clients' | 'requests' | 'bodies' | 'responses' | 'downloads', SharedQuota> {
  const unshared = { total: Infinity, assured: 0 };
  const assured = limits.assuredBytesPerAccount;
  return {
    clients: new SharedQuota({ ...unshared, share: requestsPerAddress }),
    requests: new SharedQuota({ ...unshared, share: limits.requestsPerAccountMax }),
    bodies: new SharedQuota({ total: limits.bodyBytesMax, share: limits.bodyBytesPerAccountMax, assured }),
    responses: new SharedQuota({
      total: limits.answerBytesMax,
      share: limits.answerBytesPerAccountMax,
      assured,
    }),
    downloads: new SharedQuota({
      total: limits.downloadsMax,
      share: limits.downloadsPerAccountMax,
      assured: limits.assuredDownloadsPerAccount,
    }),
  };
}

interface Holding {
  owner: string;
  amount: number;
}

/** What was taken goes back when the answer is out, or earlier by the function. */
function holdUntilClosed(
  quota: SharedQuota,
  { owner, amount }: Holding,
  response: ServerResponse,
): () => void {
  let isHeld = true;
  const release = (): void => {
    if (isHeld) quota.release(owner, amount);
    isHeld = false;
  };
  onceClosed(response, release);
  return release;
}

function openLease(bodies: SharedQuota, owner: string, response: ServerResponse): BodyLease {
  let held = 0;
  let isClosed = false;
  const release = (): void => {
    bodies.release(owner, held);
    held = 0;
  };
  onceClosed(response, () => {
    isClosed = true;
    release();
  });
  return {
    acquire(bytes) {
      if (isClosed || !bodies.tryAcquire(owner, bytes)) return false;
      held += bytes;
      return true;
    },
    release,
  };
}

/** The refusal of what would be too much at once. */
export function overloaded(what: string): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', `${what} Try again in ${RETRY_AFTER_S} seconds.`, {
    details: { retryAfterSeconds: RETRY_AFTER_S },
  });
}

function gauge(
  registry: Registry,
  { name, help, quota }: { name: string; help: string; quota: SharedQuota },
): void {
  new Gauge({
    name: `medley_gateway_${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(quota.used);
    },
  });
}
