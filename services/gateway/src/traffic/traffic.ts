import type { ServerResponse } from 'node:http';
import { AppError } from '@medley/kit';
import { Gauge, type Registry } from 'prom-client';
import { onceClosed } from './once-closed';
import { ShareBudget } from './share-budget';
import type { TransferLimits } from './traffic-limits';

/** When to come back after a refusal. */
export const RETRY_AFTER_S = 5;

/** What requests and answers that are under way hold, by account. Everything is given back when the answer is out. */
export interface Traffic {
  limits: Readonly<TransferLimits>;
  /** Count a request of a client address while it is answered. @throws AppError RATE_LIMIT_EXCEEDED */
  enterFrom(client: string, response: ServerResponse): void;
  /** Count a request while it is answered, or until the function is called. @throws AppError RATE_LIMIT_EXCEEDED */
  enter(accountId: string, response: ServerResponse): () => void;
  /** A place for the bytes of one body. */
  openBody(accountId: string, response: ServerResponse): BodyLease;
  /** Whether this much of an answer may wait for its reader; what changed something is always told (`isFinal`). */
  admitAnswer(accountId: string, response: ServerResponse, answer: { bytes: number; isFinal: boolean }): void;
  /** Count a download of a file of this account. @throws AppError RATE_LIMIT_EXCEEDED */
  enterDownload(accountId: string, response: ServerResponse): void;
}

export interface BodyLease {
  /** False when the account or the gateway holds too much already. */
  take(bytes: number): boolean;
  /** Give back everything that was taken. */
  release(): void;
}

export function createTraffic(
  limits: Readonly<TransferLimits>,
  { requestsPerAddress, metrics }: { requestsPerAddress: number; metrics: Registry },
): Traffic {
  const { clients, requests, bodies, answers, downloads } = createBudgets(limits, requestsPerAddress);
  gauge(metrics, { name: 'body_bytes', help: 'Bytes of request bodies that are held.', budget: bodies });
  gauge(metrics, {
    name: 'answer_bytes',
    help: 'Bytes of answers that clients have not taken yet.',
    budget: answers,
  });
  gauge(metrics, {
    name: 'requests_in_hand',
    help: 'Requests with a key that are being answered.',
    budget: requests,
  });
  gauge(metrics, { name: 'downloads', help: 'Files that are being sent.', budget: downloads });
  return {
    limits,
    enterFrom(client, response) {
      if (!clients.take(client, 1)) throw tooMuch('Too many requests of this address are being answered.');
      hold(clients, { owner: client, amount: 1 }, response);
    },
    enter(owner, response) {
      if (!answers.hasRoom(owner, 1)) throw tooMuch('Too many answers wait for their reader.');
      if (!requests.take(owner, 1)) throw tooMuch('Too many requests of this account are being answered.');
      return hold(requests, { owner, amount: 1 }, response);
    },
    openBody: (owner, response) => openLease(bodies, owner, response),
    admitAnswer(owner, response, { bytes, isFinal }) {
      if (isFinal) answers.add(owner, bytes);
      else if (!answers.take(owner, bytes)) throw tooMuch('Too many answers wait for their reader.');
      hold(answers, { owner, amount: bytes }, response);
    },
    enterDownload(owner, response) {
      if (!downloads.take(owner, 1)) throw tooMuch('Too many files are being downloaded.');
      hold(downloads, { owner, amount: 1 }, response);
    },
  };
}

function createBudgets(
  limits: Readonly<TransferLimits>,
  requestsPerAddress: number,
): Record<'clients' | 'requests' | 'bodies' | 'answers' | 'downloads', ShareBudget> {
  const unshared = { total: Infinity, assured: 0 };
  const assured = limits.assuredBytesPerAccount;
  return {
    clients: new ShareBudget({ ...unshared, share: requestsPerAddress }),
    requests: new ShareBudget({ ...unshared, share: limits.requestsPerAccountMax }),
    bodies: new ShareBudget({ total: limits.bodyBytesMax, share: limits.bodyBytesPerAccountMax, assured }),
    answers: new ShareBudget({
      total: limits.answerBytesMax,
      share: limits.answerBytesPerAccountMax,
      assured,
    }),
    downloads: new ShareBudget({
      total: limits.downloadsMax,
      share: limits.downloadsPerAccountMax,
      assured: limits.assuredDownloadsPerAccount,
    }),
  };
}

interface Held {
  owner: string;
  amount: number;
}

/** What was taken goes back when the answer is out, or earlier by the function. */
function hold(budget: ShareBudget, { owner, amount }: Held, response: ServerResponse): () => void {
  let isHeld = true;
  const giveBack = (): void => {
    if (isHeld) budget.give(owner, amount);
    isHeld = false;
  };
  onceClosed(response, giveBack);
  return giveBack;
}

function openLease(bodies: ShareBudget, owner: string, response: ServerResponse): BodyLease {
  let held = 0;
  let isOver = false;
  const release = (): void => {
    bodies.give(owner, held);
    held = 0;
  };
  onceClosed(response, () => {
    isOver = true;
    release();
  });
  return {
    take(bytes) {
      if (isOver || !bodies.take(owner, bytes)) return false;
      held += bytes;
      return true;
    },
    release,
  };
}

/** The refusal of what would be too much at once. */
export function tooMuch(what: string): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', `${what} Try again in ${RETRY_AFTER_S} seconds.`, {
    details: { retryAfterSeconds: RETRY_AFTER_S },
  });
}

function gauge(
  registry: Registry,
  { name, help, budget }: { name: string; help: string; budget: ShareBudget },
): void {
  new Gauge({
    name: `medley_gateway_${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(budget.taken);
    },
  });
}
