import { useQuery } from '@tanstack/react-query';
import type { Delivery, Task } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../../components/card';
import { ErrorNotice } from '../../components/error-notice';
import { AttemptList } from '../../deliveries/attempt-list';
import { isOpen } from '../../deliveries/delivery-state';
import { DeliveryStatus } from '../../deliveries/delivery-status';
import { NextAttempt } from '../../deliveries/next-attempt';
import { SendAgain } from '../../deliveries/send-again';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { taskMessages } from './task-messages';

const RENEWED_MS = 2_000;

/** The webhook of the task with its attempts. */
export function Deliveries({ task }: { task: Task }): ReactNode {
  const messages = useMessages(taskMessages);
  const { medley } = useAccount();
  const { data, error } = useQuery({
    queryKey: ['task', task.id, 'webhooks', task.status],
    queryFn: ({ signal }) => medley.tasks.webhooks(task.id, { signal }),
    // There is no event of deliveries.
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? RENEWED_MS : false),
  });
  return (
    <Card title={messages.deliveries}>
      <div className="deliveries">
        <p className="mono clip">{task.webhook_url}</p>
        {error && <ErrorNotice error={error} />}
        {data?.length === 0 && <p className="soft">{messages.deliveryNone}</p>}
        {data?.map((delivery) => (
          <DeliveryView key={delivery.id} delivery={delivery} />
        ))}
      </div>
    </Card>
  );
}

function DeliveryView({ delivery }: { delivery: Delivery }): ReactNode {
  const { id, task_id, event, next_attempt_at, attempts } = delivery;
  return (
    <div className="delivery">
      <p className="delivery-head">
        <Link href={`/webhooks?delivery=${id}`}>
          <code>{event}</code>
        </Link>
        <DeliveryStatus of={delivery} />
        {next_attempt_at !== null && <NextAttempt at={next_attempt_at} />}
        <SendAgain of={delivery} renews={['task', task_id, 'webhooks']} />
      </p>
      <AttemptList attempts={attempts} />
    </div>
  );
}
