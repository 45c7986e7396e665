import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Page } from '../../components/page';
import { useMessages } from '../../i18n/locale';
import { useLiveQueries } from '../../live/use-live-queries';
import { useIsAllowed } from '../../session/account';
import { BudgetsCard } from './budgets-card';
import { LedgerCard } from './ledger-card';
import { Money } from './money';
import { readView, writeView, type UsageView } from './period';
import { PeriodChoice } from './period-choice';
import { UsageCard } from './usage-card';
import { usageMessages } from './usage-messages';
import './usage.css';

/** Two requests each time; what a task cost is settled shortly after its end. */
const RENEWED_MS = 20_000;
/** A request for each loaded page. */
const LEDGER_MS = 60_000;

export function UsageScreen(): ReactNode {
  const messages = useMessages(usageMessages);
  const [parameters, setParameters] = useSearchParams();
  const view = useMemo(() => readView(parameters, Date.now()), [parameters]);
  const isOwner = useIsAllowed('owner');
  const isOfEnd = { concerns: ({ event }: { event: string }) => event.startsWith('task.') };
  useLiveQueries(['usage'], { everyMs: RENEWED_MS, ...isOfEnd });
  useLiveQueries(['balance'], { everyMs: RENEWED_MS, ...isOfEnd });
  useLiveQueries(['ledger'], { everyMs: LEDGER_MS, ...isOfEnd });
  const change = (part: Partial<UsageView>): void =>
    setParameters(writeView({ ...view, ...part }), { replace: true });
  return (
    <Page title={messages.title}>
      <Money view={view} />
      <PeriodChoice view={view} onChange={change} />
      <UsageCard view={view} onChange={change} />
      {isOwner && <BudgetsCard />}
      {isOwner && <LedgerCard />}
    </Page>
  );
}
