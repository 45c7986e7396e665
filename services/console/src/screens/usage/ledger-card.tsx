import { useInfiniteQuery } from '@tanstack/react-query';
import type { LedgerEntry } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorState, Skeleton } from '../../components/states';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { usageMessages } from './usage-messages';

const PAGE = 20;
const ID_SHOWN = 8;

/** What changed the balance, page after page. */
export function LedgerCard(): ReactNode {
  const messages = useMessages(usageMessages);
  const { medley } = useAccount();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['ledger'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      medley.ledger({ limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const entries = data?.pages.flatMap(({ items }) => items);
  return (
    <Card title={messages.ledger} aside={<span className="usage-note">{messages.ledgerText}</span>}>
      {entries?.length === 0 && <p className="usage-none">{messages.ledgerNone}</p>}
      {entries && entries.length > 0 && <LedgerTable entries={entries} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="usage-loading">
          <Skeleton lines={6} height={24} />
        </div>
      )}
      {hasNextPage && (
        <p className="ledger-more">
          <Button icon="down" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {messages.more}
          </Button>
        </p>
      )}
    </Card>
  );
}

function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }): ReactNode {
  const messages = useMessages(usageMessages);
  return (
    <div className="usage-scroller" tabIndex={0} role="region" aria-label={messages.ledger}>
      <table className="usage-table ledger-table numbers">
        <thead>
          <tr>
            {[messages.time, messages.kind, messages.task].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{messages.change}</th>
            <th scope="col">{messages.reservedChange}</th>
            <th scope="col">{messages.charged}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <LedgerRow key={entry.id} of={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LedgerRow({ of: entry }: { of: LedgerEntry }): ReactNode {
  const messages = useMessages(usageMessages);
  const { shortTime, dateTime } = useFormats();
  return (
    <tr>
      <td>
        <time dateTime={entry.created_at} title={dateTime(entry.created_at)}>
          {shortTime(entry.created_at)}
        </time>
      </td>
      <td>{messages[entry.kind]}</td>
      <td>
        {entry.task_id !== null && (
          <Link className="mono" href={`/tasks/${entry.task_id}`}>
            {entry.task_id.slice(0, ID_SHOWN)}
          </Link>
        )}
      </td>
      {[entry.balance, entry.reserved, entry.charged].map((value, index) => (
        <Signed key={index} value={value} isOfBalance={index === 0} />
      ))}
    </tr>
  );
}

/** With its sign; what does not change is left empty. */
function Signed({ value, isOfBalance }: { value: number; isOfBalance: boolean }): ReactNode {
  const { credits } = useFormats();
  const look = !isOfBalance || value === 0 ? '' : value > 0 ? 'ledger-in' : 'ledger-out';
  return (
    <td className={look}>
      {value > 0 && '+'}
      {value !== 0 && credits(value).replace('-', '−')}
    </td>
  );
}
