import type { Payload } from '@medley/contracts';
import { AppError, type Keyring } from '@medley/kit';
import type { mongo } from 'mongoose';
import type { AccountCollection } from './account-model';
import { callDatabase } from './call-database';
import type { IdempotencyDocument } from './idempotency-model';
import type { MasterKeyStore, ResealBatch, SealedTask } from './master-key-store';
import { sealedReplay } from './sealed-replay';
import type { IdempotencyRecord } from './stores';
import type { TaskCollection } from './task-model';

/** Documents of a batch. Inline mappings of a task are at most 64 KiB for each step. */
const BATCH = { accounts: 100, idempotency: 500, tasks: 50 } as const;

export interface SealedModels {
  accounts: AccountCollection;
  idempotency: mongo.Collection<IdempotencyDocument>;
  tasks: TaskCollection;
}

type Resealer = Pick<MasterKeyStore, 'resealAccounts' | 'resealReplays' | 'sealedTasks'>;
type Outcome = 'none' | 'resealed' | 'left' | 'unreadable';

/** Seals values again with the key of the keyring that seals. Every write requires the value that was read. */
export function createResealer(models: SealedModels, keyring: Keyring): Resealer {
  const { accounts, idempotency, tasks } = models;
  return {
    async resealAccounts(after) {
      const page = await callDatabase(() =>
        accounts
          .find({ _id: { $gt: after } }, { projection: { secrets: 1 } })
          .sort({ _id: 1 })
          .limit(BATCH.accounts)
          .toArray(),
      );
      return resealAll(page, BATCH.accounts, async ({ _id, secrets }) => {
        const next = secrets.map((sealed) => keyring.reseal('webhook-secrets', sealed, _id) ?? sealed);
        if (next.every((sealed, index) => sealed === secrets[index])) return 'none';
        const written = await callDatabase(() =>
          accounts.updateOne({ _id, secrets }, { $set: { secrets: next } }),
        );
        return written.matchedCount === 1 ? 'resealed' : 'left';
      });
    },

    async resealReplays(after) {
      const page = await callDatabase(() => findReplays(idempotency, after));
      return resealAll(page, BATCH.idempotency, async ({ _id, response }) => {
        const next = response === null ? null : resealReplay(response, keyring);
        if (next === null) return 'none';
        const written = await callDatabase(() =>
          idempotency.updateOne({ _id, response }, { $set: { response: next } }),
        );
        return written.matchedCount === 1 ? 'resealed' : 'left';
      });
    },

    sealedTasks: (after) => findSealedTasks(tasks, after),
  };
}

async function resealAll<D extends { _id: string }>(
  page: readonly D[],
  limit: number,
  reseal: (document: D) => Promise<Outcome>,
): Promise<ResealBatch> {
  const counts = { none: 0, resealed: 0, left: 0, unreadable: 0 };
  for (const document of page) counts[await outcomeOf(reseal, document)] += 1;
  const { resealed, left, unreadable } = counts;
  const after = page.length < limit ? null : (page.at(-1)?._id ?? null);
  return { after, examined: page.length, resealed, left, unreadable };
}

/** A value that no key opens is not sealed with the key before, so it does not keep a rotation from ending. */
async function outcomeOf<D>(reseal: (document: D) => Promise<Outcome>, document: D): Promise<Outcome> {
  try {
    return await reseal(document);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INTERNAL_ERROR') return 'unreadable';
    throw error;
  }
}

/** Responses that are not sealed are not read: they would be most of the data of the collection. */
function findReplays(
  idempotency: SealedModels['idempotency'],
  after: string,
): Promise<{ _id: string; response: string | null }[]> {
  const text = { $ifNull: ['$response', ''] };
  const isSealed = { $regexMatch: { input: text, regex: sealedReplay.pattern } };
  return idempotency
    .aggregate<{ _id: string; response: string | null }>([
      { $match: { _id: { $gt: after } } },
      { $sort: { _id: 1 } },
      { $limit: BATCH.idempotency },
      { $project: { response: { $cond: [isSealed, '$response', null] } } },
    ])
    .toArray();
}

function resealReplay(response: string, keyring: Keyring): string | null {
  const { purpose, context } = sealedReplay;
  const stored = JSON.parse(response) as NonNullable<IdempotencyRecord['response']>;
  const body = keyring.reseal(purpose, stored.body, context);
  return body === null ? null : JSON.stringify({ ...stored, body });
}

interface SealedFields {
  _id: string;
  account_id: string;
  status: SealedTask['status'];
  created_at: Date;
  input: Pick<SealedTask, 'source_headers' | 'webhook_headers'> | null;
  delivery: { headers?: string } | null;
  steps: { mapping: Payload | null }[];
}

async function findSealedTasks(tasks: TaskCollection, after: string): Promise<SealedTask[]> {
  const projection = {
    ...{ account_id: 1, status: 1, created_at: 1, 'steps.mapping': 1 },
    ...{ 'input.source_headers': 1, 'input.webhook_headers': 1, 'delivery.headers': 1 },
  };
  const page = await callDatabase(() =>
    tasks
      .find<SealedFields>({ _id: { $gt: after } }, { projection })
      .sort({ _id: 1 })
      .limit(BATCH.tasks)
      .toArray(),
  );
  return page.map(({ _id, input, delivery, steps, ...rest }) => ({
    ...{ id: _id, ...rest },
    source_headers: input?.source_headers ?? null,
    webhook_headers: input?.webhook_headers ?? null,
    delivery_headers: delivery?.headers ?? null,
    mappings: steps.flatMap(({ mapping }) => (mapping ? [mapping] : [])),
  }));
}
