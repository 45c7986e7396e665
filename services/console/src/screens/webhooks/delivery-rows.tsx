import type { Delivery } from '@medley/client/browser';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/button';
import { Ago } from '../../components/time';
import { deliveryMessages } from '../../deliveries/delivery-messages';
import { isGood, isInProgress } from '../../deliveries/delivery-state';
import { DeliveryStatus } from '../../deliveries/delivery-status';
import { useMessages } from '../../i18n/locale';
import { writeFilter, type DeliveryFilter } from './delivery-filter';
import type { DeliveryList } from './use-delivery-list';
import { webhooksMessages } from './webhooks-messages';

export interface RowsProps {
  list: DeliveryList;
  filter: DeliveryFilter;
  selected: ReadonlySet<string>;
  /** Null: nothing can be selected. */
  onSelect: ((id: string) => void) | null;
}

export function DeliveryRows({ list, filter, selected, onSelect }: RowsProps): ReactNode {
  const messages = useMessages(webhooksMessages);
  return (
    <>
      <ul aria-label={messages.list}>
        {list.deliveries?.map((delivery) => (
          <li key={delivery.id} className="delivery-row">
            <Row
              of={delivery}
              href={hrefOf(delivery, filter)}
              isSelected={selected.has(delivery.id)}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <p className="delivery-more">
          <Button icon="down" isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {messages.more}
          </Button>
        </p>
      )}
    </>
  );
}

/** The same list with the drawer of a delivery. */
function hrefOf({ id }: Delivery, filter: DeliveryFilter): string {
  const parameters = writeFilter(filter);
  parameters.set('delivery', id);
  return `/webhooks?${parameters.toString()}`;
}

interface RowProps extends Pick<RowsProps, 'onSelect'> {
  of: Delivery;
  href: string;
  isSelected: boolean;
}

/** The link covers the row; the box stands above it. */
const Row = memo(function Row({ of: delivery, href, isSelected, onSelect }: RowProps): ReactNode {
  const messages = useMessages(webhooksMessages);
  return (
    <>
      {onSelect && (
        <input
          className="delivery-box"
          type="checkbox"
          checked={isSelected}
          aria-label={messages.select(delivery.url)}
          onChange={() => onSelect(delivery.id)}
        />
      )}
      <DeliveryStatus of={delivery} />
      <Link className="delivery-link mono clip" href={href}>
        {delivery.url}
      </Link>
      <code className="delivery-event">{delivery.event}</code>
      <LastAnswer of={delivery} />
      <span className="delivery-tries numbers">{messages.attempts(delivery.attempts_total)}</span>
      <span className="delivery-ago">
        <Ago time={delivery.created_at} />
      </span>
    </>
  );
});

function LastAnswer({ of: { attempts } }: { of: Delivery }): ReactNode {
  const messages = useMessages(deliveryMessages);
  const last = attempts.at(-1);
  if (!last) return <span className="delivery-answer" />;
  const isFailure = !isInProgress(last) && !isGood(last.status_code);
  return (
    <span className={`delivery-answer numbers clip ${isFailure ? 'delivery-answer-bad' : ''}`}>
      {isInProgress(last) ? messages.inProgress : (last.status_code ?? last.error)}
    </span>
  );
}
