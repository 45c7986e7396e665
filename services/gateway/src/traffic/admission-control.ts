import type { ServerResponse } from 'node:http';
import { AppError } from '@medley/kit';
import { Gauge, type Registry } from 'prom-client';
import { onResponseClosed } from './on-response-closed';
import { SharedQuota } from './shared-quota';
import type { TransferLimits } from './traffic-limits';

/** `Retry-After` of a rejected request. */
export const RETRY_AFTER_S = 5;

/** Limits what the requests in progress of an account use; everything is released when the response is closed. */
export interface AdmissionControl {
  limits: Readonly<TransferLimits>;
  /** Count a request of a client address until its response is closed. @throws AppError RATE_LIMIT_EXCEEDED */
  admitClient(client: string, response: ServerResponse): void;
  /** Count a request until its response is closed or the returned function is called. @throws AppError RATE_LIMIT_EXCEEDED */
  admitRequest(accountId: string, response: ServerResponse): () => void;
  /** Open the lease that counts the bytes of one body. */
  openBodyLease(accountId: string, response: ServerResponse): BodyLease;
  /**
   * Count the bytes of a response until it is read.
   * @throws AppError RATE_LIMIT_EXCEEDED unless the response `isFinal`: it reports a completed change
   */
  admitResponse(accountId: string, response: ServerResponse, size: { bytes: number; isFinal: boolean }): void;
  /** Count an upload of this account, as `admitRequest` does. @throws AppError RATE_LIMIT_EXCEEDED */
  admitUpload(accountId: string, response: ServerResponse): () => void;
  /** Count a download of a file of this account. @throws AppError RATE_LIMIT_EXCEEDED */
  admitDownload(accountId: string, response: ServerResponse): void;
}

export interface BodyLease {
  /** Returns false when the account or the gateway would exceed its limit. */
  acquire(bytes: number): boolean;
  /** Release everything that was acquired. */
  release(): void;
}

export function createAdmissionControl(
  limits: Readonly<TransferLimits>,
  { requestsPerAddress, metrics }: { requestsPerAddress: number; metrics: Registry },
): AdmissionControl {
  const { clients, requests, bodies, responses, uploads, downloads } = createQuotas(
    limits,
    requestsPerAddress,
  );
  showQuotas(metrics, { requests, bodies, responses, uploads, downloads });
  return {
    limits,
    admitClient(client, response) {
      if (!clients.tryAcquire(client, 1))
        throw overloaded('address_requests', 'Too many requests of this address are in progress.');
      holdUntilClosed(clients, { owner: client, amount: 1 }, response);
    },
    admitRequest(owner, response) {
      if (!responses.hasCapacity(owner, 1))
        throw overloaded('responses', 'Too many responses wait to be read.');
      if (!requests.tryAcquire(owner, 1))
        throw overloaded('account_requests', 'Too many requests of this account are in progress.');
      return holdUntilClosed(requests, { owner, amount: 1 }, response);
    },
    openBodyLease: (owner, response) => openLease(bodies, owner, response),
    admitResponse(owner, response, { bytes, isFinal }) {
      if (isFinal) responses.acquire(owner, bytes);
      else if (!responses.tryAcquire(owner, bytes))
        throw overloaded('responses', 'Too many responses wait to be read.');
      holdUntilClosed(responses, { owner, amount: bytes }, response);
    },
    admitUpload(owner, response) {
      if (!uploads.tryAcquire(owner, 1)) throw overloaded('uploads', 'Too many files are being uploaded.');
      return holdUntilClosed(uploads, { owner, amount: 1 }, response);
    },
    admitDownload(owner, response) {
      if (!downloads.tryAcquire(owner, 1))
        throw overloaded('downloads', 'Too many files are being downloaded.');
      holdUntilClosed(downloads, { owner, amount: 1 }, response);
    },
  };
}

function createQuotas(
  limits: Readonly<TransferLimits>,
  requestsPerAddress: number,
): Record<'clients' | 'requests' | 'bodies' | 'responses' | 'uploads' | 'downloads', SharedQuota> {
  const unshared = { total: Infinity, assured: 0 };
  const assured = limits.assuredBytesPerAccount;
  return {
    clients: new SharedQuota({ ...unshared, share: requestsPerAddress }),
    requests: new SharedQuota({ ...unshared, share: limits.requestsPerAccountMax }),
    bodies: new SharedQuota({ total: limits.bodyBytesMax, share: limits.bodyBytesPerAccountMax, assured }),
    responses: new SharedQuota({
      total: limits.responseBytesMax,
      share: limits.responseBytesPerAccountMax,
      assured,
    }),
    uploads: new SharedQuota({
      total: limits.uploadsMax,
      share: limits.uploadsPerAccountMax,
      assured: 1,
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

/** Release when the response is closed, or earlier when the returned function is called. */
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
  onResponseClosed(response, release);
  return release;
}

function openLease(bodies: SharedQuota, owner: string, response: ServerResponse): BodyLease {
  let held = 0;
  let isClosed = false;
  const release = (): void => {
    bodies.release(owner, held);
    held = 0;
  };
  onResponseClosed(response, () => {
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

/** The error for a request beyond a limit of concurrent use, whose name is for the metrics. */
export function overloaded(limit: string, what: string): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', `${what} Try again in ${RETRY_AFTER_S} seconds.`, {
    details: { retryAfterSeconds: RETRY_AFTER_S, limit },
  });
}

function showQuotas(
  registry: Registry,
  quotas: Record<'requests' | 'bodies' | 'responses' | 'uploads' | 'downloads', SharedQuota>,
): void {
  for (const [name, help, quota] of [
    ['body_bytes', 'Bytes of request bodies in memory', quotas.bodies],
    ['answer_bytes', 'Bytes of responses that clients have not read yet', quotas.responses],
    ['requests_in_hand', 'Authenticated requests in progress', quotas.requests],
    ['uploads', 'Files that are being received', quotas.uploads],
    ['downloads', 'Files that are being sent', quotas.downloads],
  ] as const) {
    new Gauge({
      name: `medley_gateway_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(quota.used);
      },
    });
  }
}
