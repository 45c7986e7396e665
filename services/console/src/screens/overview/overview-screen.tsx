import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LiveBadge } from '../../components/live-badge';
import { Page } from '../../components/page';
import { ErrorState, Skeleton } from '../../components/states';
import { useMessages } from '../../i18n/locale';
import { useLiveState } from '../../live/account-events';
import { useLiveQueries } from '../../live/use-live-queries';
import { useAccount } from '../../session/account';
import { Failures } from './failures';
import { OverviewFigures } from './figures';
import { NewestTasks } from './newest-tasks';
import { overviewMessages } from './overview-messages';
import { readOverview } from './read-overview';
import { StepKinds } from './step-kinds';
import './overview.css';

const figuresKey = ['overview', 'figures'];
const newestKey = ['overview', 'newest'];
/** Six requests; workers come and go without an event of the account. */
const FIGURES_MS = 20_000;
const NEWEST_MS = 3_000;

export function OverviewScreen(): ReactNode {
  const messages = useMessages(overviewMessages);
  const { medley } = useAccount();
  const live = useLiveState();
  const figures = useQuery({
    queryKey: figuresKey,
    queryFn: ({ signal }) => readOverview(medley, signal),
    refetchInterval: FIGURES_MS,
  });
  const newest = useQuery({
    queryKey: newestKey,
    queryFn: ({ signal }) => medley.tasks.list({ limit: 5 }, { signal }),
  });
  useLiveQueries(figuresKey, { everyMs: FIGURES_MS });
  useLiveQueries(newestKey, { everyMs: NEWEST_MS });
  const error = figures.error ?? newest.error;
  const isShown = figures.data && newest.data;
  return (
    <Page title={messages.title} aside={<LiveBadge state={live} />}>
      {isShown && (
        <>
          <OverviewFigures overview={figures.data} />
          <div className="overview-columns">
            <div className="overview-side">
              <NewestTasks tasks={newest.data.items} />
              <Failures failures={figures.data.failures} />
            </div>
            <StepKinds kinds={figures.data.kinds} />
          </div>
        </>
      )}
      {!isShown && error && (
        <ErrorState
          error={error}
          onRetry={() => {
            void figures.refetch();
            void newest.refetch();
          }}
        />
      )}
      {!isShown && !error && <Skeleton lines={4} height={84} />}
    </Page>
  );
}
