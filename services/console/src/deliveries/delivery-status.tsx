import type { Delivery } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { StatusDot } from '../components/status-badge';
import { useMessages } from '../i18n/locale';
import { deliveryMessages } from './delivery-messages';

const looks = { pending: 'pending', delivered: 'completed', failed: 'failed' } as const;

/** As the status of a task looks, in the words of deliveries. */
export function DeliveryStatus({ of: { status } }: { of: Delivery }): ReactNode {
  const messages = useMessages(deliveryMessages);
  const look = looks[status];
  return (
    <span className={`status status-${look}`}>
      <StatusDot status={look} />
      {messages[status]}
    </span>
  );
}
