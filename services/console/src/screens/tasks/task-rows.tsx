import { useVirtualizer } from '@tanstack/react-virtual';
import type { ListedTask } from '@medley/client/browser';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useMessages } from '../../i18n/locale';
import { TaskRow } from './task-row';
import { tasksMessages } from './tasks-messages';
import { useRowKeys } from './use-row-keys';
import type { TaskList } from './use-task-list';

const ROW = 44;
/** Rows before the end at which the next page is asked for. */
const AHEAD = 40;

interface TaskRowsProps {
  list: TaskList;
  selected: ReadonlySet<string>;
  onSelect: ((id: string) => void) | null;
}

/** Only the rows in sight are in the document, however many there are. */
export function TaskRows({ list, selected, onSelect }: TaskRowsProps): ReactNode {
  const messages = useMessages(tasksMessages);
  const { tasks, loadMore } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: 12,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= tasks.length - AHEAD) loadMore();
  });
  useStillRows(scroller, tasks);
  useRowKeys({ scroller, tasks, onSelect, scrollTo: (index) => rows.scrollToIndex(index) });
  return (
    <div className="task-list" ref={scroller} role="region" aria-label={messages.list} tabIndex={0}>
      <ul style={{ height: rows.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const task = tasks[index];
          return (
            task && (
              <li
                key={key}
                className="task-row"
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
              >
                <TaskRow task={task} isSelected={selected.has(task.id)} onSelect={onSelect} />
              </li>
            )
          );
        })}
      </ul>
      {list.isLoadingMore && <p className="task-more">{messages.loadingMore}</p>}
    </div>
  );
}

/** Who reads further down keeps the rows in sight when new tasks come in above. */
function useStillRows(scroller: React.RefObject<HTMLDivElement | null>, tasks: readonly ListedTask[]): void {
  const first = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const added = first.current === undefined ? 0 : tasks.findIndex(({ id }) => id === first.current);
    if (element && added > 0 && element.scrollTop > ROW) element.scrollTop += added * ROW;
    first.current = tasks[0]?.id;
  }, [scroller, tasks]);
}
