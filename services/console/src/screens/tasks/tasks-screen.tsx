import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { LiveBadge } from '../../components/live-badge';
import { Page } from '../../components/page';
import { EmptyState, ErrorState, Skeleton } from '../../components/states';
import { useMessages } from '../../i18n/locale';
import { useLiveState } from '../../live/account-events';
import { useIsAllowed } from '../../session/account';
import { BulkBar } from './bulk-bar';
import { FilterBar } from './filter-bar';
import { isEmpty, readFilter, writeFilter, type TaskFilter } from './task-filter';
import { TaskRows } from './task-rows';
import { tasksMessages } from './tasks-messages';
import { useTaskList } from './use-task-list';
import './tasks.css';

export function TasksScreen(): ReactNode {
  const messages = useMessages(tasksMessages);
  const [parameters, setParameters] = useSearchParams();
  const filter = useMemo(() => readFilter(parameters), [parameters]);
  const list = useTaskList(filter);
  const { selected, toggle, clear } = useSelection();
  const maySelect = useIsAllowed('tasks');
  const live = useLiveState();
  const change = (part: Partial<TaskFilter>): void => {
    clear();
    setParameters(writeFilter({ ...filter, ...part }), { replace: true });
  };
  const chosen = list.tasks.filter(({ id }) => selected.has(id));
  const isShown = list.tasks.length > 0;
  return (
    <div className="tasks">
      <Page
        title={messages.title}
        aside={
          <>
            {list.total !== null && <span className="soft numbers">{messages.count(list.total)}</span>}
            <LiveBadge state={live} />
          </>
        }
      >
        <FilterBar filter={filter} onChange={change} />
        <div className="card task-card">
          {isShown && <TaskRows list={list} selected={selected} onSelect={maySelect ? toggle : null} />}
          {!isShown && list.total !== null && <NoTasks isFiltered={!isEmpty(filter)} />}
          {list.error !== null && <ErrorState error={list.error} onRetry={list.reload} />}
          {!isShown && list.total === null && list.error === null && <Loading />}
        </div>
        {chosen.length > 0 ? (
          <BulkBar tasks={chosen} onClear={clear} />
        ) : (
          <p className="task-keys">{messages.keys}</p>
        )}
      </Page>
    </div>
  );
}

function NoTasks({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const messages = useMessages(tasksMessages);
  return (
    <EmptyState icon="tasks" title={isFiltered ? messages.nothingFits : messages.none}>
      {!isFiltered && messages.noneHint}
    </EmptyState>
  );
}

function Loading(): ReactNode {
  return (
    <div className="task-loading">
      <Skeleton lines={12} height={28} />
    </div>
  );
}

function useSelection(): { selected: ReadonlySet<string>; toggle: (id: string) => void; clear: () => void } {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const clear = useCallback(() => setSelected(new Set()), []);
  return { selected, toggle, clear };
}
