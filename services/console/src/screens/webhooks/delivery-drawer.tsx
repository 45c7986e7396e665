import { useQuery } from '@tanstack/react-query';
import { MedleyApiError, type Delivery, type DeliveryAttempt } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../components/copy-button';
import { Dialog } from '../../components/dialog';
import { ErrorState, Skeleton } from '../../components/states';
import { Ago } from '../../components/time';
import { AttemptList } from '../../deliveries/attempt-list';
import { deliveryMessages } from '../../deliveries/delivery-messages';
import { isInProgress, isOpen } from '../../deliveries/delivery-state';
import { DeliveryStatus } from '../../deliveries/delivery-status';
import { adviceFor } from '../../deliveries/error-advice';
import { NextAttempt } from '../../deliveries/next-attempt';
import { SendAgain } from '../../deliveries/send-again';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { deliveriesKey } from './use-delivery-list';
import { webhooksMessages } from './webhooks-messages';

const RENEWED_MS = 2_000;

/** A delivery with its attempts, at the address of a list or from a link; renewed while an attempt is open. */
export function DeliveryDrawer({
  id,
  listed,
  onClose,
}: {
  id: string;
  /** What the list knows of it, shown until it is read. */
  listed: Delivery | undefined;
  onClose: () => void;
}): ReactNode {
  const messages = useMessages(webhooksMessages);
  const { medley } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [deliveriesKey, 'one', id],
    queryFn: ({ signal }) => medley.deliveries.get(id, { signal }),
    ...(listed && { placeholderData: listed }),
    refetchInterval: ({ state }) => state.data !== undefined && isOpen(state.data) && RENEWED_MS,
  });
  const isGone = error instanceof MedleyApiError && error.status === 404;
  return (
    <Dialog title={messages.drawerTitle} look="drawer" onClose={onClose}>
      {data && <DeliveryFacts of={data} />}
      {!data && isGone && <p className="soft">{messages.gone}</p>}
      {!data && error && !isGone && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} height={24} />}
    </Dialog>
  );
}

function DeliveryFacts({ of: delivery }: { of: Delivery }): ReactNode {
  const messages = useMessages(webhooksMessages);
  const { attempts, attempts_total } = delivery;
  return (
    <>
      <div className="delivery-state">
        <DeliveryStatus of={delivery} />
        {delivery.next_attempt_at !== null && <NextAttempt at={delivery.next_attempt_at} />}
      </div>
      <Facts of={delivery} />
      <div className="delivery-attempts-head">
        <h3>{messages.attemptsTitle}</h3>
        <SendAgain of={delivery} renews={[deliveriesKey]} />
      </div>
      {attempts.length === 0 && <p className="soft">{messages.noAttempts}</p>}
      <AttemptList attempts={attempts} />
      {attempts.length < attempts_total && (
        <p className="faint">{messages.shownOf(attempts.length, attempts_total)}</p>
      )}
      <Advice last={attempts.at(-1)} />
    </>
  );
}

function Facts({ of: { id, url, event, task_id, created_at } }: { of: Delivery }): ReactNode {
  const messages = useMessages(webhooksMessages);
  return (
    <dl className="delivery-facts">
      <dt>{messages.receiver}</dt>
      <dd className="delivery-url">
        <bdi className="mono">{url}</bdi>
        <CopyButton text={url} />
      </dd>
      <dt>{messages.event}</dt>
      <dd>
        <code>{event}</code>
      </dd>
      <dt>{messages.task}</dt>
      <dd>
        <Link className="mono" href={`/tasks/${task_id}`}>
          {task_id}
        </Link>
      </dd>
      <dt>{messages.created}</dt>
      <dd>
        <Ago time={created_at} />
      </dd>
      <dt>{messages.deliveryId}</dt>
      <dd>
        <code>{id}</code>
      </dd>
    </dl>
  );
}

function Advice({ last }: { last: DeliveryAttempt | undefined }): ReactNode {
  const messages = useMessages(deliveryMessages);
  const advice = last && !isInProgress(last) ? adviceFor(last) : null;
  return advice && <p className="delivery-advice">{messages[advice]}</p>;
}
