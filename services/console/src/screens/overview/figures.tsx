import type { ReactNode } from 'react';
import { Figure, Figures } from '../../components/figure';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { overviewMessages } from './overview-messages';
import type { Overview } from './read-overview';

/** The numbers of the account at a glance. */
export function OverviewFigures({ overview }: { overview: Overview }): ReactNode {
  const messages = useMessages(overviewMessages);
  const { number, credits } = useFormats();
  const { balance, waitingTurn, failedToday } = overview;
  return (
    <Figures>
      <Figure name={messages.inProgress} value={number(overview.inProgress)} />
      {waitingTurn > 0 && <Figure name={messages.waitingTurn} value={number(waitingTurn)} />}
      <Figure name={messages.completedToday} value={number(overview.completedToday)} />
      <Figure
        name={messages.failedToday}
        value={number(failedToday)}
        look={failedToday > 0 ? 'bad' : 'plain'}
      />
      <Figure
        name={messages.spentToday}
        value={credits(overview.spentToday)}
        note={messages.credits}
        href="/usage"
      />
      <Figure
        name={messages.balance}
        value={credits(balance.balance)}
        note={balance.reserved > 0 ? messages.reserved(credits(balance.reserved)) : messages.credits}
        href="/usage"
      />
    </Figures>
  );
}
