import { MedleyApiError, type Task } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { LiveBadge } from '../../components/live-badge';
import { NotFound } from '../../components/not-found';
import { Page } from '../../components/page';
import { EmptyState, ErrorState, Skeleton } from '../../components/states';
import { taskName } from '../../components/task-name';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useTask } from '../task/use-task';
import type { TaskStream } from '../task/use-task-stream';
import { transcribeStepOf } from './find-sound';
import { Reader } from './reader';
import { transcriptMessages } from './transcript-messages';
import { useShownTranscript } from './use-shown-transcript';
import './transcript.css';

export function TranscriptScreen(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const messages = useMessages(transcriptMessages);
  const { query, stream } = useTask(id);
  const { data, error, refetch } = query;
  if (error instanceof MedleyApiError && (error.status === 404 || error.code === 'INVALID_TASK_ID'))
    return <NotFound />;
  return (
    <Page
      title={data ? taskName(data) : messages.transcript}
      above={
        <>
          <Link href="/tasks">{messages.tasks}</Link> <span className="faint">/</span>{' '}
          <Link href={`/tasks/${id}`}>{messages.task}</Link>
        </>
      }
      aside={stream && <LiveBadge state={stream.state} />}
    >
      {data && <Content key={id} task={data} stream={stream} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} height={44} />}
    </Page>
  );
}

function Content({ task, stream }: { task: Task; stream: TaskStream | null }): ReactNode {
  const shown = useShownTranscript(task);
  const { data, error, refetch } = shown.query;
  if (data) return <Reader task={task} transcript={data} shown={shown} />;
  if (!shown.isReady) return <NotReady task={task} stream={stream} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton lines={6} height={44} />;
}

/** Why there is no transcript, and what to do next. */
function NotReady({ task, stream }: { task: Task; stream: TaskStream | null }): ReactNode {
  const messages = useMessages(transcriptMessages);
  const { dateTime, percent } = useFormats();
  const step = transcribeStepOf(task);
  const toTask = (
    <p>
      <Link href={`/tasks/${task.id}`}>{messages.toTask}</Link>
    </p>
  );
  if (!step)
    return (
      <EmptyState icon="text" title={messages.none}>
        <p>{messages.noneHint}</p>
        {toTask}
      </EmptyState>
    );
  if (task.expired)
    return (
      <EmptyState icon="trash" title={messages.expired}>
        <p>{messages.expiredHint(dateTime(task.expires_at))}</p>
        {toTask}
      </EmptyState>
    );
  if (task.status === 'pending') {
    const progress = stream?.progress.get(step.id) ?? 0;
    return (
      <EmptyState icon="text" title={messages.running}>
        <p>{messages.runningHint}</p>
        <p className="numbers">
          <progress value={progress} aria-label={messages.running} /> {percent(progress)}
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="warning" title={messages.failed}>
      <p>{messages.failedHint}</p>
      {task.error !== undefined && <p>{task.error}</p>}
      {toTask}
    </EmptyState>
  );
}
