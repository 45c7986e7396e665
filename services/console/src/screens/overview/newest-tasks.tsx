import type { ListedTask } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../../components/card';
import { EmptyState } from '../../components/states';
import { StatusBadge } from '../../components/status-badge';
import { taskName } from '../../components/task-name';
import { Ago } from '../../components/time';
import { useMessages } from '../../i18n/locale';
import { overviewMessages } from './overview-messages';

export function NewestTasks({ tasks }: { tasks: readonly ListedTask[] }): ReactNode {
  const messages = useMessages(overviewMessages);
  return (
    <Card title={messages.newest} aside={<Link href="/tasks">{messages.allTasks}</Link>}>
      {tasks.length === 0 && (
        <EmptyState icon="tasks" title={messages.noTasks}>
          <p>{messages.noTasksHint}</p>
          <Link className="button button-primary" href="/playground">
            {messages.tryIt}
          </Link>
        </EmptyState>
      )}
      <ul className="rows">
        {tasks.map((task) => (
          <li key={task.id} className="row">
            <span className="newest-status">
              <StatusBadge status={task.status} />
            </span>
            <Link className="row-main row-link clip" href={`/tasks/${task.id}`}>
              {taskName(task)}
            </Link>
            <span className="row-note">
              <Ago time={task.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
