import type { Task, TaskStep } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../../components/card';
import { ErrorState, Skeleton } from '../../components/states';
import { StatusBadge } from '../../components/status-badge';
import { useMessages } from '../../i18n/locale';
import { OutputView } from '../task/output-view';
import { useTask } from '../task/use-task';
import { playgroundMessages } from './playground-messages';

/** What became of the task, as it runs and when it has ended. */
export function ResultCard({ id }: { id: string }): ReactNode {
  const messages = useMessages(playgroundMessages);
  const { query, stream } = useTask(id);
  const { data: task, error, refetch } = query;
  return (
    <Card title={messages.result} aside={<Link href={`/tasks/${id}`}>{messages.openTask}</Link>}>
      <div className="result" aria-live="polite">
        {task && (
          <>
            <StepStates task={task} />
            {task.error !== undefined && <p className="result-error">{task.error}</p>}
            {shownSteps(task).map((step) => (
              <section key={step.id} className="result-step" aria-label={messages.resultOf(step.id)}>
                {task.steps.length > 1 && <h3>{step.id}</h3>}
                <OutputView task={task} step={step} written={stream?.written.get(step.id)?.text} />
              </section>
            ))}
          </>
        )}
        {!task && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!task && !error && <Skeleton lines={3} />}
      </div>
    </Card>
  );
}

function StepStates({ task }: { task: Task }): ReactNode {
  return (
    <ul className="result-states">
      {task.steps.map(({ id, status }) => (
        <li key={id}>
          <span className="mono">{id}</span>
          <StatusBadge status={status} />
        </li>
      ))}
    </ul>
  );
}

/** The last results first; a fetched file says nothing. */
function shownSteps({ steps, output }: Task): TaskStep[] {
  return steps
    .filter(({ id, name, status }) =>
      name === 'fetch' ? false : output?.[id] !== undefined || status === 'running',
    )
    .reverse();
}
