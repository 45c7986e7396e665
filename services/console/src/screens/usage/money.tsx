import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Figure, Figures } from '../../components/figure';
import { ErrorState, Skeleton } from '../../components/states';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import type { UsageView } from './period';
import { usageMessages } from './usage-messages';
import { useUsage } from './use-usage';

/** What is left, what is set aside, and what the period cost. */
export function Money({ view }: { view: UsageView }): ReactNode {
  const messages = useMessages(usageMessages);
  const { credits } = useFormats();
  const { medley } = useAccount();
  const { data: usage } = useUsage(view);
  const { data, error, refetch } = useQuery({
    queryKey: ['balance'],
    queryFn: ({ signal }) => medley.balance({ signal }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={1} height={84} />;
  return (
    <Figures>
      <Figure name={messages.balance} value={credits(data.balance)} note={messages.tariff(data.tariff)} />
      <Figure name={messages.reserved} value={credits(data.reserved)} note={messages.reservedNote} />
      <Figure
        name={messages.spent}
        value={usage ? credits(usage.total.credits) : '–'}
        note={messages.creditsUnit}
      />
    </Figures>
  );
}
