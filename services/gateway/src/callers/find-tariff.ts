import type { Account, Tariff } from '@medley/contracts';

/** The tariff of an account. Accounts whose tariff was removed from the file fall back to the tariff "free". */
export function findTariff(
  tariffs: ReadonlyMap<string, Tariff>,
  account: Pick<Account, 'tariff'>,
): Tariff & { name: string } {
  const name = tariffs.has(account.tariff) ? account.tariff : 'free';
  const tariff = tariffs.get(name);
  if (!tariff) throw new Error('there is no tariff "free"');
  return { ...tariff, name };
}
