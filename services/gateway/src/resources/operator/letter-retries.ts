import { randomUUID } from 'node:crypto';
import type { Broker } from '@medley/broker';
import type { Tariff, Task } from '@medley/contracts';
import { AppError, messageOf, type Logger } from '@medley/kit';
import type { StoredLetter, Stores } from '@medley/store';
import type { Caller } from '../../callers/caller';
import { findTariff } from '../../callers/find-tariff';
import { emptyRecord } from '../../callers/request-record';
import type { Call, Route } from '../../http/route';

export interface LetterRetryDependencies {
  stores: Pick<Stores, 'deadLetters' | 'tasks' | 'accounts'>;
  broker: Pick<Broker, 'publish'>;
  tariffs: ReadonlyMap<string, Tariff>;
  /** `POST /tasks/{id}/retry`. */
  retryRoute: Pick<Route, 'handle'>;
  logger: Logger;
}

/** Retries that the operator's API or the admin command asked for are looked for after this long. */
const POLL_MS = 2_000;

/** Carries out the retries of dead letters that an operator asked for, one after the other, until it is stopped. */
export function startLetterRetries(deps: LetterRetryDependencies): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = retryAll(deps, () => isStopped)
        .catch((error: unknown) => {
          deps.logger.warn('retries of dead letters are repeated later', { error: messageOf(error) });
        })
        .then(() => {
          if (!isStopped) schedule();
        });
    }, POLL_MS);
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function retryAll(deps: LetterRetryDependencies, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const letter = await deps.stores.deadLetters.takeRetry();
    if (!letter) return;
    await retry(deps, letter);
  }
}

async function retry(deps: LetterRetryDependencies, { id, task_id }: StoredLetter): Promise<void> {
  const { deadLetters, tasks } = deps.stores;
  try {
    const task = task_id === null ? null : await tasks.find(task_id);
    if (!task) throw new AppError('TASK_NOT_FOUND', 'The task does not exist any more.');
    if (task.status === 'pending') await deps.broker.publish('task.requested', { task_id: task.id });
    if (task.status === 'failed') await runAgain(deps, task);
    await deadLetters.dropOfTask(task.id);
  } catch (error) {
    // Its message says what its account would be told; anything else is a matter of this process.
    if (!(error instanceof AppError)) throw error;
    await deadLetters.failRetry(id, `${error.code}: ${error.message}`);
  }
}

/** As if the account had asked for it; the new task keeps what was completed. */
async function runAgain(deps: LetterRetryDependencies, task: Task): Promise<void> {
  const account = await deps.stores.accounts.find(task.account_id);
  if (!account) throw new AppError('NOT_FOUND', 'The account does not exist any more.');
  if (account.suspended_at !== null) throw new AppError('ACCOUNT_SUSPENDED', 'The account is suspended.');
  const caller: Caller = {
    ...{ accountId: account.id, keyId: task.key_id ?? '', keyLast4: '', role: 'owner', account },
    tariff: findTariff(deps.tariffs, account),
  };
  await deps.retryRoute.handle(callOf(caller, task));
}

/** The new task keeps the request id, by which the lines about both are found. */
function callOf(caller: Caller, { id: taskId, request_id = randomUUID() }: Task): Call {
  return {
    caller,
    record: emptyRecord(request_id),
    params: { taskId },
    query: {},
    body: {},
    origin: null,
    incoming: () => {
      throw new Error('there is no request');
    },
    fingerprint: () => '',
    header: () => undefined,
    disconnected: () => new AbortController().signal,
    isStillAllowed: () => Promise.resolve(true),
  };
}
