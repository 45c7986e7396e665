import type { Account } from '@medley/contracts';
import type { Keyring } from '@medley/kit';
import { randomBytes, randomUUID } from 'node:crypto';
import type { AccountCollection, AccountDocument, AccountModel, Movement } from './account-model';
import { callDatabase } from './call-database';
import type { DatabaseClock } from './database-clock';
import type { LedgerRelay } from './ledger-relay';
import type { LedgerCollection, LedgerDocument, LedgerModel } from './ledger-model';
import { searchAccounts } from './search-accounts';
import { openingId } from './movement';
import { readLedger, showEntries } from './read-ledger';
import type { Page } from './page';
import type { AccountStore, LedgerEntry } from './stores';
import type { MoneyRepository } from './money-repository';

interface AccountDependencies {
  accounts: AccountModel;
  accountCollection: AccountCollection;
  ledger: LedgerModel;
  ledgerCollection: LedgerCollection;
  relay: LedgerRelay;
  clock: DatabaseClock;
  keyring: Keyring;
}

const LIVE_SECRETS = 2;
const SECRET_BYTES = 32;
const PURPOSE = 'webhook-secrets';

/** Repository of the `accounts` and `ledger` collections, without reservations and settlements. */
export function createAccountRepository(
  dependencies: AccountDependencies,
): Omit<AccountStore, keyof MoneyRepository | 'recount' | 'foldLedger'> {
  const { accounts: model, relay, clock, keyring } = dependencies;
  const toAccount = (document: AccountDocument | null): Account | null =>
    document && openAccount(document, keyring, clock.now());
  return {
    async create(account) {
      const document = newAccount(account, keyring, clock.now());
      await callDatabase(() => model.create(document));
      relay.schedule(document._id);
      return openAccount(document, keyring, document.created_at);
    },

    find: async (id) =>
      toAccount(await callDatabase(() => model.findOne({ _id: id }, hidden).lean<AccountDocument>().exec())),

    list: (page) => listAccounts(dependencies, page),

    async rotateWebhookSecret(id, overlapEnds) {
      const push = { $each: [newSecret(keyring, id)], $position: 0, $slice: LIVE_SECRETS };
      const $set = { old_secret_until: overlapEnds ?? null };
      return toAccount(await changeAccount(model, id, { $push: { secrets: push }, $set }));
    },

    async credit(id, units) {
      const movement = grant({ id: randomUUID(), kind: 'credit', units, at: clock.now() });
      const document = await changeAccount(model, id, {
        $inc: { balance: units },
        $push: { movements: movement },
      });
      if (document) relay.schedule(id);
      return toAccount(document);
    },

    change: async (id, { tariff, suspended }) => {
      const suspension = suspended === undefined ? {} : { suspended_at: suspended ? clock.now() : null };
      const $set = { ...(tariff !== undefined && { tariff }), ...suspension };
      return toAccount(await changeAccount(model, id, { $set }));
    },

    search: async (query) => {
      const documents = await searchAccounts(dependencies.accountCollection, query);
      return documents.map((document) => openAccount(document, keyring, clock.now()));
    },

    ledger: (accountId, page) => listLedger(dependencies, accountId, page),

    async ledgerAfter(accountId, after, limit) {
      await relay.drain([accountId]);
      return readLedger(dependencies.ledgerCollection, accountId, { after, limit });
    },
  };
}

function newAccount(
  { name, tariff, balance }: { name: string; tariff: string; balance: number },
  keyring: Keyring,
  now: Date,
): AccountDocument {
  const id = randomUUID();
  const opening = grant({ id: openingId(id), kind: 'opening', units: balance, at: now });
  return {
    ...{ _id: id, name, tariff, balance, reserved: 0, charged: 0, settle_rev: 0 },
    ...{ unfinished: 0, pipelines: 0 },
    movements: [opening],
    secrets: [newSecret(keyring, id)],
    created_at: now,
  };
}

const hidden = { movements: 0, storage_holds: 0 } as const;

async function changeAccount(
  model: AccountModel,
  id: string,
  update: Record<string, Record<string, unknown>>,
): Promise<AccountDocument | null> {
  return callDatabase(() =>
    model
      .findOneAndUpdate({ _id: id }, update, { projection: hidden, returnDocument: 'after' })
      .lean<AccountDocument>()
      .exec(),
  );
}

async function listAccounts(
  { accounts, clock, keyring }: AccountDependencies,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<Account>> {
  const [documents, total] = await Promise.all([
    callDatabase(() =>
      accounts
        .find({}, hidden)
        .sort({ created_at: 1, _id: 1 })
        .skip(offset)
        .limit(limit)
        .lean<AccountDocument[]>()
        .exec(),
    ),
    callDatabase(() => accounts.countDocuments({}).exec()),
  ]);
  return { items: documents.map((document) => openAccount(document, keyring, clock.now())), total };
}

/** Drains the account's outbox first, so that a reader sees every movement acknowledged before. */
async function listLedger(
  { ledger, relay }: AccountDependencies,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<LedgerEntry>> {
  await relay.drain([accountId]);
  const [documents, total] = await Promise.all([
    callDatabase(() =>
      ledger
        .find({ account_id: accountId })
        .sort({ at: -1, _id: -1 })
        .skip(offset)
        .limit(limit)
        .lean<LedgerDocument[]>()
        .exec(),
    ),
    callDatabase(() => ledger.countDocuments({ account_id: accountId }).exec()),
  ]);
  return { items: showEntries(documents), total };
}

function grant(facts: { id: string; kind: 'opening' | 'credit'; units: number; at: Date }): Movement {
  const { units, ...rest } = facts;
  return { ...rest, task_id: null, balance: units, reserved: 0, charged: 0 };
}

function newSecret(keyring: Keyring, accountId: string): string {
  return keyring.seal(PURPOSE, `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, accountId);
}

function openAccount(document: AccountDocument, keyring: Keyring, now: Date): Account {
  const { _id, name, tariff, balance, reserved, charged, created_at } = document;
  const { stored_bytes = 0, suspended_at = null } = document;
  const webhook_secrets = validSecrets(document, now).map((sealed) => keyring.unseal(PURPOSE, sealed, _id));
  const rest = { webhook_secrets, stored_bytes, suspended_at, created_at };
  return { id: _id, name, tariff, balance, reserved, charged, ...rest };
}

function validSecrets({ secrets, old_secret_until }: AccountDocument, now: Date): string[] {
  return old_secret_until && old_secret_until <= now ? secrets.slice(0, 1) : secrets;
}
