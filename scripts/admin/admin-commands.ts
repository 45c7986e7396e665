import { builtInTariffs, toCredits, type Account, type ApiKey } from '@medley/contracts';
import { environment, OperatorError, readJsonFile } from '@medley/kit';
import type { LedgerEntry, Stores } from '@medley/store';
import { UsageError, type AdminOptions } from './admin-options';
import type { AdminDependencies, AdminPlace } from './admin-stores';
import { eraseAccount } from './erase-account';

/** The result of a command: printed as JSON with `--json`, else formatted for a terminal. */
export type AdminAnswer = Readonly<Record<string, unknown>>;

/** The work of a command whose options have been read. */
export type AdminWork = (
  stores: Stores,
  dependencies: Pick<AdminDependencies, 'openBlobs'>,
) => Promise<AdminAnswer>;

interface CommandText {
  does: string;
  /** Name to placeholder of the value; those without brackets are required, an empty one takes no value. */
  options: Readonly<Record<string, string>>;
}

/** Reads its options, before anything is connected, and throws a UsageError; then works on the stores, or directly. */
export type AdminCommand = CommandText &
  (
    | { read(options: AdminOptions): AdminWork }
    | { readDirect(options: AdminOptions): (place: AdminPlace) => Promise<AdminAnswer> }
  );

const page = { limit: '[N]', offset: '[N]' };
const LIMIT_DEFAULT = '100';
const TARIFF_DEFAULT = 'standard';

/** Every command by the words that name it. */
export const adminCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'account create',
    {
      does: 'create an account with a first key; the key is shown once',
      options: { name: 'N', tariff: '[T]', balance: '[CREDITS]' },
      read: createAccount,
    },
  ],
  ['account list', { does: 'list the accounts', options: page, read: listAccounts }],
  [
    'account show',
    {
      does: 'show an account',
      options: { account: 'ID' },
      read: (options) => {
        const id = options.text('account');
        return async ({ accounts }) => showAccount(knownAccount(await accounts.find(id), id));
      },
    },
  ],
  [
    'account credit',
    {
      does: 'add credits to the balance, or subtract them',
      options: { account: 'ID', amount: 'CREDITS' },
      read: (options) => {
        const [id, units] = [options.text('account'), options.units('amount')];
        return async ({ accounts }) => showAccount(knownAccount(await accounts.credit(id, units), id));
      },
    },
  ],
  [
    'account ledger',
    { does: 'list the ledger entries', options: { account: 'ID', ...page }, read: listLedger },
  ],
  [
    'account rotate-secret',
    {
      does: 'create a new webhook secret; the previous one stays valid until the next rotation',
      options: { account: 'ID' },
      read: rotateSecret,
    },
  ],
  [
    'account delete',
    {
      does: 'delete an account with all its data, irrevocably; --confirm repeats its id',
      options: { account: 'ID', confirm: 'ID' },
      read: deleteAccount,
    },
  ],
  [
    'key create',
    {
      does: 'create a key; it is shown once',
      options: { account: 'ID', 'expires-at': '[ISO]' },
      read: createKey,
    },
  ],
  [
    'key deactivate',
    { does: 'deactivate a key, irrevocably', options: { 'key-id': 'ID' }, read: deactivateKey },
  ],
  ['key list', { does: 'list the keys of an account', options: { account: 'ID' }, read: listKeys }],
]);

function createAccount(options: AdminOptions): AdminWork {
  const [name, wanted] = [options.text('name'), options.text('tariff', TARIFF_DEFAULT)];
  const balance = options.units('balance', '0');
  return async ({ accounts, keys }) => {
    const tariff = await knownTariff(wanted);
    const account = await accounts.create({ name, tariff, balance });
    const { secret } = await keys.create(account.id, null);
    return {
      account_id: account.id,
      api_key: secret,
      webhook_secret: account.webhook_secrets[0] ?? '',
    };
  };
}

function deleteAccount(options: AdminOptions): AdminWork {
  const id = options.text('account');
  if (options.text('confirm') !== id) throw new UsageError('--confirm must repeat the id of --account');
  return async (stores, { openBlobs }) => {
    const removed = await eraseAccount({ stores, blobs: await openBlobs() }, id);
    if (!removed) throw new OperatorError(`No account has the id ${id}.`);
    return { account_id: id, ...removed };
  };
}

function rotateSecret(options: AdminOptions): AdminWork {
  const id = options.text('account');
  return async ({ accounts }) => {
    const account = knownAccount(await accounts.rotateWebhookSecret(id), id);
    return { account_id: account.id, webhook_secret: account.webhook_secrets[0] ?? '' };
  };
}

function createKey(options: AdminOptions): AdminWork {
  const [id, expiresAt] = [options.text('account'), options.futureDate('expires-at')];
  return async ({ accounts, keys }) => {
    const { key, secret } = await keys.create(knownAccount(await accounts.find(id), id).id, expiresAt);
    return { key_id: key.id, api_key: secret };
  };
}

function deactivateKey(options: AdminOptions): AdminWork {
  const id = options.text('key-id');
  return async ({ keys }) => {
    if (!(await keys.deactivate(id))) throw new OperatorError(`No key has the id ${id}.`);
    return { key_id: id, active: false };
  };
}

function listKeys(options: AdminOptions): AdminWork {
  const id = options.text('account');
  return async ({ accounts, keys }) => {
    const list = await keys.list(knownAccount(await accounts.find(id), id).id);
    return { keys: list.map(showKey) };
  };
}

function listAccounts(options: AdminOptions): AdminWork {
  const page = readPage(options);
  return async ({ accounts }) => {
    const { items, total } = await accounts.list(page);
    return { accounts: items.map(showAccount), total };
  };
}

function listLedger(options: AdminOptions): AdminWork {
  const [id, page] = [options.text('account'), readPage(options)];
  return async ({ accounts }) => {
    const { items, total } = await accounts.ledger(knownAccount(await accounts.find(id), id).id, page);
    return { entries: items.map(showEntry), total };
  };
}

/** A tariff the gateway knows: a built-in one, or one of `TARIFFS_FILE`. */
export async function knownTariff(name: string): Promise<string> {
  const file = environment()['TARIFFS_FILE'];
  const own = file ? ((await readJsonFile(file, 'TARIFFS_FILE')) as Record<string, unknown>) : {};
  const names = Object.keys({ ...builtInTariffs, ...own });
  if (names.includes(name)) return name;
  throw new OperatorError(`No tariff is named ${name}. Known are: ${names.join(', ')}.`);
}

function readPage(options: AdminOptions): { limit: number; offset: number } {
  return { limit: options.whole('limit', LIMIT_DEFAULT), offset: options.whole('offset', '0') };
}

/** @throws OperatorError */
export function knownAccount(account: Account | null, id: string): Account {
  if (!account) throw new OperatorError(`No account has the id ${id}.`);
  return account;
}

/** An account as the commands print it. */
export function showAccount({ id, name, tariff, balance, reserved, suspended_at }: Account): AdminAnswer {
  const money = { balance: toCredits(balance), reserved: toCredits(reserved) };
  return { account_id: id, name, tariff, ...money, suspended_at: suspended_at?.toISOString() ?? null };
}

function showKey(key: ApiKey): AdminAnswer {
  return {
    key_id: key.id,
    last4: key.last4,
    active: key.active,
    expires_at: key.expires_at?.toISOString() ?? null,
    created_at: key.created_at.toISOString(),
  };
}

function showEntry(entry: LedgerEntry): AdminAnswer {
  return {
    at: entry.at.toISOString(),
    kind: entry.kind,
    balance: toCredits(entry.balance),
    reserved: toCredits(entry.reserved),
    charged: toCredits(entry.charged),
    task_id: entry.task_id,
  };
}
