import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorAccount, OperatorNewAccount } from '@medley/client/browser';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Page } from '../../components/page';
import { EmptyState } from '../../components/states';
import { Ago } from '../../components/time';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { AccountDrawer } from './account-drawer';
import { accountsMessages } from './accounts-messages';
import { NewAccountDialog } from './new-account-dialog';
import { useOperator } from './operator-context';
import { QueryCard } from './query-card';
import { ShownSecret } from './shown-secret';

/** Accounts, newest first, by name or id; each opens in a drawer. */
export function AccountsScreen(): ReactNode {
  const messages = useMessages(accountsMessages);
  const [text, setText] = useState('');
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<OperatorNewAccount | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const search = useDeferredValue(text.trim());
  const query = useAccounts(search);
  const accounts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = accounts.find(({ id }) => id === opened);
  return (
    <Page
      title={messages.title}
      aside={
        <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
          {messages.make}
        </Button>
      }
    >
      {made && <ShownSecret secret={made.key.secret} onStored={() => setMade(null)} />}
      <input
        className="input account-search"
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <QueryCard query={query}>
        {() => (
          <AccountList
            accounts={accounts}
            isSearch={search !== ''}
            onOpen={(account) => setOpened(account.id)}
          />
        )}
      </QueryCard>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {messages.more}
        </Button>
      )}
      {isMaking && <NewAccountDialog onMade={setMade} onClose={() => setMaking(false)} />}
      {shown && <AccountDrawer of={shown} onClose={() => setOpened(null)} />}
    </Page>
  );
}

// The type of the query is inferred from what it reads.
function useAccounts(search: string) {
  const { operator } = useOperator();
  return useInfiniteQuery({
    queryKey: ['operator', 'accounts', search],
    queryFn: ({ signal, pageParam }) =>
      operator.accounts({ signal, cursor: pageParam, limit: 50, search: search === '' ? undefined : search }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

function AccountList({
  accounts,
  isSearch,
  onOpen,
}: {
  accounts: readonly OperatorAccount[];
  isSearch: boolean;
  onOpen: (account: OperatorAccount) => void;
}): ReactNode {
  const messages = useMessages(accountsMessages);
  if (accounts.length === 0)
    return (
      <EmptyState icon={isSearch ? 'search' : 'key'} title={isSearch ? messages.noneFound : messages.none}>
        {isSearch ? null : messages.noneHint}
      </EmptyState>
    );
  return (
    <ul aria-label={messages.title}>
      {accounts.map((account) => (
        <AccountRow key={account.id} of={account} onOpen={() => onOpen(account)} />
      ))}
    </ul>
  );
}

function AccountRow({ of: account, onOpen }: { of: OperatorAccount; onOpen: () => void }): ReactNode {
  const messages = useMessages(accountsMessages);
  const { credits } = useFormats();
  return (
    <li className="account-row">
      <button type="button" className="account-open" onClick={onOpen}>
        <span className="account-main">
          <span className="letter-name">
            <strong className="clip">{account.name}</strong>
            {account.suspended_at !== null && <span className="badge-bad">{messages.suspended}</span>}
          </span>
          <code className="faint clip">{account.id}</code>
        </span>
        <span className="soft">{account.tariff}</span>
        <span className="account-money numbers">
          {credits(account.balance)} <span className="faint">{messages.creditsUnit}</span>
        </span>
        <span className="soft account-time">
          <Ago time={account.created_at} />
        </span>
      </button>
    </li>
  );
}
