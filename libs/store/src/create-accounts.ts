import type { Keyring } from '@medley/kit';
import { createAccountRepository } from './account-repository';
import type { Mongo } from './connect-mongo';
import type { Models } from './create-models';
import { createLedgerFolder } from './fold-ledger';
import { majority } from './majority';
import type { MoneyDependencies } from './money-dependencies';
import { createMoneyRepository } from './money-repository';
import type { PipelineCount } from './pipeline-count';
import { createRecounter } from './recount-accounts';
import type { AccountStore } from './stores';

/** Everything about accounts and their money. */
export function createAccounts(
  mongo: Mongo,
  models: Models,
  { counter, keyring, ...money }: MoneyDependencies & { counter: PipelineCount; keyring: Keyring },
): AccountStore {
  const { collections, relay, clock, failPoint } = money;
  const accounts = createAccountRepository({
    accounts: models.account,
    accountCollection: collections.accounts,
    ledger: models.ledger,
    ledgerCollection: collections.ledger,
    relay,
    clock,
    keyring,
  });
  return {
    ...accounts,
    ...createMoneyRepository(money),
    recount: createRecounter(collections, counter, clock),
    foldLedger: createLedgerFolder({
      collections,
      usageState: mongo.native(models.usageState, majority),
      failPoint,
    }),
  };
}
