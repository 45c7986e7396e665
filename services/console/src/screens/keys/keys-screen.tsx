import { useQuery } from '@tanstack/react-query';
import type { Key, NewKey } from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/button';
import { Icon } from '../../components/icon';
import { NewSecret } from '../../components/new-secret';
import { Page } from '../../components/page';
import { EmptyState, ErrorState, Skeleton } from '../../components/states';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { KeyDialog } from './key-dialog';
import { KeyRow } from './key-row';
import { keysMessages } from './keys-messages';
import './keys.css';

/** As many as an account may have. */
const KEYS_MAX = 100;

export function KeysScreen(): ReactNode {
  const messages = useMessages(keysMessages);
  const { medley } = useAccount();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewKey | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => medley.keys.list({ limit: KEYS_MAX }, { signal }),
  });
  return (
    <Page
      title={messages.title}
      aside={
        <>
          <Link className="button" href="/usage?by=key">
            <Icon name="chart" size={16} />
            {messages.usage}
          </Link>
          <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
            {messages.make}
          </Button>
        </>
      }
    >
      {made && (
        <NewSecret
          title={messages.secretTitle}
          secret={made.secret}
          stored={messages.stored}
          onStored={() => setMade(null)}
        >
          {messages.secretText}
        </NewSecret>
      )}
      <div className="card">
        {data && <KeyList keys={data.items} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div className="keys-loading">
            <Skeleton lines={4} height={44} />
          </div>
        )}
      </div>
      {isMaking && <KeyDialog before={null} onMade={setMade} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function KeyList({ keys }: { keys: readonly Key[] }): ReactNode {
  const messages = useMessages(keysMessages);
  if (keys.length === 0)
    return (
      <EmptyState icon="key" title={messages.none}>
        {messages.noneHint}
      </EmptyState>
    );
  return (
    <ul aria-label={messages.list}>
      {keys.map((key) => (
        <KeyRow key={key.id} of={key} />
      ))}
    </ul>
  );
}
