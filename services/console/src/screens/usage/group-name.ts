import { useQuery } from '@tanstack/react-query';
import type { Key } from '@medley/client/browser';
import { useCallback } from 'react';
import { useMessages } from '../../i18n/locale';
import { useAccount, useIsAllowed } from '../../session/account';
import { usageMessages } from './usage-messages';

/** As many as an account may have. */
const KEYS_MAX = 100;
const ID_SHOWN = 8;

/** The keys of the account; undefined while they are read, and for keys that may not see them. */
export function useKeys(): readonly Key[] | undefined {
  const { medley } = useAccount();
  const { data } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => medley.keys.list({ limit: KEYS_MAX }, { signal }),
    enabled: useIsAllowed('owner'),
  });
  return data?.items;
}

/** What a person knows a key by. Deleted ones have no name any more. */
export function useKeyName(keys: readonly Key[] | undefined): (id: string | null) => string {
  const messages = useMessages(usageMessages);
  return useCallback(
    (id) => {
      if (id === null) return messages.unknown;
      const found = keys?.find((key) => key.id === id);
      if (found) return found.name ?? `…${found.last4}`;
      const start = id.slice(0, ID_SHOWN);
      return keys ? messages.deletedKey(start) : messages.keyOf(start);
    },
    [keys, messages],
  );
}
