import { toUnits, type ApiKey, type KeyBudget, type ValidationIssue } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { keyLimits, type KeyOutcome, type Stores } from '@medley/store';
import type { AnnounceKeys } from '../../callers/key-changes';
import { isStrict } from '../../http/preferences';
import type { Call } from '../../http/route';
import { uuidOf } from '../../idempotency/uuid-of';
import { checkBody } from '../../validation/check-body';
import { dropNulls } from '../../validation/drop-nulls';
import { parseUuid } from '../../validation/fields';
import { toWarnings, unknownFieldsOf, withUnknownFields } from '../../validation/unknown-fields';
import { throwIfInvalid } from '../../validation/validation-error';
import { keyChangeBody, newKeyBody, type NewKeyBody } from './key-requests';

export interface KeyDependencies {
  stores: Pick<Stores, 'keys' | 'budgets' | 'idempotency' | 'now'>;
  announceKeys: AnnounceKeys;
}

const findUnknown = unknownFieldsOf(newKeyBody);

/** @throws AppError VALIDATION_ERROR, FORBIDDEN when the account has as many keys as it may have */
export async function createKey(
  { stores }: KeyDependencies,
  call: Call,
): Promise<{ key: ApiKey; secret: string; warnings: ValidationIssue[] }> {
  const present = dropNulls(call.body);
  const { value, issues } = checkBody(newKeyBody, present);
  const unknown = findUnknown(present);
  const strict = isStrict(call.header('Prefer'));
  const faults = withUnknownFields(issues, unknown, strict);
  throwIfInvalid([...faults, ...findPastExpiry(issues, value.expires_at, stores.now())]);
  const { accountId } = call.caller;
  // Only owners create keys, so that the few of one account need no exact count under races.
  if ((await stores.keys.list(accountId)).length >= keyLimits.keysMax) {
    throw new AppError('FORBIDDEN', `An account has at most ${keyLimits.keysMax} keys. Delete one.`);
  }
  const made = await stores.keys.create(accountId, value.expires_at ?? null, {
    name: value.name ?? null,
    role: value.role,
    // The key of an interrupted attempt, whose secret nobody has seen, is replaced.
    ...(call.origin && { id: uuidOf(`key ${call.origin.id}`) }),
  });
  // Nobody knows the secret yet.
  if (value.budget) await stores.budgets.set(accountId, made.key.id, toLimit(value.budget));
  return { ...made, warnings: toWarnings(unknown) };
}

/** @throws AppError VALIDATION_ERROR, NOT_FOUND, LAST_OWNER_KEY */
export async function changeKey(deps: KeyDependencies, call: Call): Promise<ApiKey> {
  const { value, issues } = checkBody(keyChangeBody, call.body);
  throwIfInvalid([...issues, ...findPastExpiry(issues, value.expires_at, deps.stores.now())]);
  const { name, role, active, expires_at } = value;
  const changes = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(active !== undefined && { active }),
    ...(expires_at !== undefined && { expires_at }),
  };
  const key = await finish(deps, call, (id) => deps.stores.keys.change(call.caller.accountId, id, changes));
  const { budget } = value;
  if (budget !== undefined) {
    await deps.stores.budgets.set(key.account_id, key.id, budget && toLimit(budget));
  }
  return key;
}

/** @throws AppError NOT_FOUND, LAST_OWNER_KEY */
export async function removeKey(deps: KeyDependencies, call: Call): Promise<ApiKey> {
  const key = await finish(deps, call, (id) => deps.stores.keys.remove(call.caller.accountId, id));
  await deps.stores.budgets.set(key.account_id, key.id, null);
  return key;
}

function toLimit({
  credits,
  period,
}: NonNullable<NewKeyBody['budget']>): Pick<KeyBudget, 'limit' | 'period'> {
  return { limit: toUnits(credits), period };
}

async function finish(
  { announceKeys }: KeyDependencies,
  { caller, params }: Call,
  change: (keyId: string) => Promise<KeyOutcome>,
): Promise<ApiKey> {
  const id = parseUuid(params['keyId'] ?? '');
  const outcome = id === null ? 'unknown' : await change(id);
  if (outcome === 'unknown') throw new AppError('NOT_FOUND', 'There is no such key.');
  if (outcome === 'last_owner') {
    throw new AppError('LAST_OWNER_KEY', 'This is the last active owner key of the account.');
  }
  announceKeys(caller.accountId);
  return outcome.key;
}

function findPastExpiry(
  issues: readonly ValidationIssue[],
  expiresAt: Date | null | undefined,
  now: Date,
): ValidationIssue[] {
  if (!(expiresAt instanceof Date) || issues.some(({ field }) => field === 'expires_at')) return [];
  return expiresAt > now ? [] : [{ field: 'expires_at', message: 'must be in the future' }];
}
