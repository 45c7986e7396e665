import type { Key, KeyRole, Medley } from '@medley/client/browser';
import { createContext, use } from 'react';

/** What a screen works with: the client, and the key that is signed in. */
export interface Account {
  medley: Medley;
  secret: string;
  key: Key;
}

export const AccountContext = createContext<Account | null>(null);

export function useAccount(): Account {
  const account = use(AccountContext);
  if (!account) throw new TypeError('Nobody is signed in above this component.');
  return account;
}

const ranks: Readonly<Record<KeyRole, number>> = { read: 0, tasks: 1, owner: 2 };

/** Whether a key with the role `has` may do what needs the role `needs`. */
export function isAllowed(has: KeyRole, needs: KeyRole): boolean {
  return ranks[has] >= ranks[needs];
}

export function useIsAllowed(needs: KeyRole): boolean {
  return isAllowed(useAccount().key.role, needs);
}
