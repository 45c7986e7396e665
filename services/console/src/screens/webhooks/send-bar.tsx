import { useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { deliveryMessages } from '../../deliveries/delivery-messages';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { useBulk } from '../tasks/use-bulk';
import { deliveriesKey } from './use-delivery-list';
import { webhooksMessages } from './webhooks-messages';

/** Sends the selected deliveries again. */
export function SendBar({
  chosen,
  onClear,
}: {
  chosen: readonly Delivery[];
  onClear: () => void;
}): ReactNode {
  const messages = useMessages(webhooksMessages);
  const { sendAgain } = useMessages(deliveryMessages);
  const { medley } = useAccount();
  const queries = useQueryClient();
  const bulk = useBulk(() => {
    onClear();
    void queries.invalidateQueries({ queryKey: [deliveriesKey] });
  });
  const title = messages.selected(chosen.length);
  return (
    <div className="delivery-bar" role="toolbar" aria-label={title}>
      <span className="numbers">{title}</span>
      <Button
        icon="retry"
        isBusy={bulk.isBusy}
        onClick={() => bulk.run(chosen, ({ id }) => medley.deliveries.redeliver(id), messages.sentAgain)}
      >
        {sendAgain}
      </Button>
      <Button look="quiet" onClick={onClear}>
        {messages.clearSelection}
      </Button>
    </div>
  );
}
