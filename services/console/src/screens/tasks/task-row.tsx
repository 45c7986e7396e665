import type { ListedTask } from '@medley/client/browser';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { StatusBadge, StatusDot } from '../../components/status-badge';
import { taskName } from '../../components/task-name';
import { Ago } from '../../components/time';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { tasksMessages } from './tasks-messages';

interface TaskRowProps {
  task: ListedTask;
  isSelected: boolean;
  /** Null: tasks cannot be selected. */
  onSelect: ((id: string) => void) | null;
}

/** The link covers the row; the box stands above it. */
export const TaskRow = memo(function TaskRow({ task, isSelected, onSelect }: TaskRowProps): ReactNode {
  const messages = useMessages(tasksMessages);
  const { credits, duration } = useFormats();
  const name = taskName(task);
  return (
    <>
      {onSelect && (
        <input
          className="task-box"
          type="checkbox"
          checked={isSelected}
          aria-label={messages.select(name)}
          onChange={() => onSelect(task.id)}
        />
      )}
      <StatusBadge status={task.status} />
      <Link className="task-link clip" href={`/tasks/${task.id}`}>
        {name}
      </Link>
      <span className="task-error clip">{task.error?.split(':', 1)[0]}</span>
      <span className="task-steps">
        {task.steps.map(({ id, status }) => (
          <span key={id} title={id}>
            <StatusDot status={status} />
          </span>
        ))}
      </span>
      <code className="task-id">{task.id.slice(0, 8)}</code>
      <span className="task-duration numbers">
        {task.completed_at !== null && duration(Date.parse(task.completed_at) - Date.parse(task.created_at))}
      </span>
      <span className="task-cost numbers" title={messages.cost}>
        {task.cost.charged > 0 && credits(task.cost.charged)}
      </span>
      <span className="task-ago">
        <Ago time={task.created_at} />
      </span>
    </>
  );
});
