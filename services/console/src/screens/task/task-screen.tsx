import { MedleyApiError, type Task } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { Card } from '../../components/card';
import { Icon } from '../../components/icon';
import { LiveBadge } from '../../components/live-badge';
import { NotFound } from '../../components/not-found';
import { Page } from '../../components/page';
import { ErrorState, Skeleton } from '../../components/states';
import { StatusBadge } from '../../components/status-badge';
import { taskName } from '../../components/task-name';
import { useMessages } from '../../i18n/locale';
import { Deliveries } from './deliveries';
import { FailureCard } from './failure-card';
import { StepDetail } from './step-detail';
import { StepGraph } from './step-graph';
import { TaskActions } from './task-actions';
import { TaskFacts } from './task-facts';
import { taskMessages } from './task-messages';
import { TimeBars } from './time-bars';
import { useTask } from './use-task';
import type { TaskStream } from './use-task-stream';
import './task.css';

export function TaskScreen(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const task = useTask(id);
  const { data, error, refetch } = task.query;
  if (data) return <Shown task={data} stream={task.stream} />;
  if (error instanceof MedleyApiError && (error.status === 404 || error.code === 'INVALID_TASK_ID'))
    return <NotFound />;
  return (
    <Page title={id.slice(0, 8)}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={5} height={90} />
      )}
    </Page>
  );
}

/** To what was said, once it is there. */
function TranscriptLink({ task: { id, steps, expired } }: { task: Task }): ReactNode {
  const messages = useMessages(taskMessages);
  if (expired || !steps.some(({ name, status }) => name === 'transcribe' && status === 'completed'))
    return null;
  return (
    <Link className="button" href={`/tasks/${id}/transcript`}>
      <Icon name="text" size={16} />
      {messages.transcript}
    </Link>
  );
}

function Shown({ task, stream }: { task: Task; stream: TaskStream | null }): ReactNode {
  const messages = useMessages(taskMessages);
  const selection = useSelectedStep(task);
  const step = task.steps.find(({ id }) => id === selection.selected);
  return (
    <Page
      title={taskName(task)}
      above={<Link href="/tasks">{messages.tasks}</Link>}
      aside={
        <>
          {stream && <LiveBadge state={stream.state} />}
          <StatusBadge status={task.status} />
          <TranscriptLink task={task} />
          <TaskActions task={task} selected={selection.selected} />
        </>
      }
    >
      <TaskFacts task={task} />
      <FailureCard task={task} onSelect={selection.onSelect} />
      <div className="task-columns">
        <Card title={messages.run}>
          <StepGraph steps={task.steps} {...selection} />
          <TimeBars task={task} progress={stream?.progress} {...selection} />
        </Card>
        {step && (
          <StepDetail
            key={step.id}
            task={task}
            step={step}
            written={stream?.written.get(step.id)?.text}
            onSelect={selection.onSelect}
          />
        )}
      </div>
      {task.webhook_url !== null && <Deliveries task={task} />}
    </Page>
  );
}

/** One selection for graph, bars and details, in the address; at first what runs, failed or ended last. */
function useSelectedStep({ steps }: Task): { selected: string; onSelect: (id: string) => void } {
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('step');
  const known = steps.find(({ id }) => id === wanted);
  const telling =
    steps.find(({ status }) => status === 'failed') ??
    steps.find(({ status }) => status === 'running' || status === 'queued') ??
    steps.findLast(({ status }) => status === 'completed');
  return {
    selected: (known ?? telling ?? steps[0])?.id ?? '',
    onSelect: (id) => setParameters({ step: id }, { replace: true }),
  };
}
