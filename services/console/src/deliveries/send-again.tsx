import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Button } from '../components/button';
import { useToasts } from '../components/toasts';
import { useMessages } from '../i18n/locale';
import { useAccount, useIsAllowed } from '../session/account';
import { deliveryMessages } from './delivery-messages';

/** One more attempt of a delivery; `renews` are the queries that show it. */
export function SendAgain({ of: { id }, renews }: { of: Delivery; renews: readonly string[] }): ReactNode {
  const messages = useMessages(deliveryMessages);
  const { medley } = useAccount();
  const { say, fail } = useToasts();
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => medley.deliveries.redeliver(id),
    onSuccess: () => say(messages.sentAgain),
    onError: fail,
    onSettled: () => queries.invalidateQueries({ queryKey: renews }),
  });
  if (!useIsAllowed('tasks')) return null;
  return (
    <Button icon="retry" isBusy={again.isPending} onClick={() => again.mutate()}>
      {messages.sendAgain}
    </Button>
  );
}
