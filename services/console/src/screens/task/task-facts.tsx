import type { Task } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../components/copy-button';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useNow } from '../../live/use-now';
import { taskMessages } from './task-messages';

/** What is known of the task as a whole. */
export function TaskFacts({ task }: { task: Task }): ReactNode {
  const messages = useMessages(taskMessages);
  const { credits, dateTime } = useFormats();
  const { cost } = task;
  return (
    <dl className="facts">
      <Fact name={messages.id}>
        <code className="clip">{task.id}</code>
        <CopyButton text={task.id} />
      </Fact>
      <Fact name={messages.created}>{dateTime(task.created_at)}</Fact>
      <Fact name={messages.took}>
        <Took task={task} />
      </Fact>
      {task.status === 'pending' ? (
        <Fact name={messages.reserved}>{credits(cost.reserved)}</Fact>
      ) : (
        <Fact name={messages.charged}>{credits(cost.charged)}</Fact>
      )}
      {task.expired ? (
        <Fact name={messages.deleted}>{messages.deletedValue}</Fact>
      ) : (
        <Fact name={messages.kept}>{dateTime(task.expires_at)}</Fact>
      )}
      {task.retry_of !== undefined && (
        <Fact name={messages.retryOf}>
          <TaskLink id={task.retry_of} />
        </Fact>
      )}
      {task.retries && (
        <Fact name={messages.retries}>
          {task.retries.slice(0, 3).map((id) => (
            <TaskLink key={id} id={id} />
          ))}
        </Fact>
      )}
      {task.metadata.map(({ key, value }) => (
        <Fact key={key} name={key}>
          <span className="clip">{value}</span>
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="fact">
      <dt className="clip">{name}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  );
}

function TaskLink({ id }: { id: string }): ReactNode {
  return (
    <Link href={`/tasks/${id}`}>
      <code>{id.slice(0, 8)}</code>
    </Link>
  );
}

function Took({ task }: { task: Task }): ReactNode {
  const { duration } = useFormats();
  const now = useNow(task.completed_at === null ? 1_000 : null);
  const end = task.completed_at === null ? now : Date.parse(task.completed_at);
  return duration(end - Date.parse(task.created_at));
}
