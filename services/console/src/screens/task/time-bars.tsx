import type { Task, TaskStep } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { useFormats, type Formats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useNow } from '../../live/use-now';
import type { Selection } from './step-graph';
import { taskMessages } from './task-messages';
import { segmentsOf, ticksOf, type Segment } from './time-segments';
import './time-bars.css';

const RENEWED_MS = 250;

interface Span {
  start: number;
  length: number;
}

/** When each step waited and ran. */
export function TimeBars({
  task,
  progress,
  selected,
  onSelect,
}: Selection & { task: Task; progress: ReadonlyMap<string, number> | undefined }): ReactNode {
  const messages = useMessages(taskMessages);
  const { duration, percent } = useFormats();
  const isPending = task.status === 'pending';
  const now = useNow(isPending ? RENEWED_MS : null);
  const start = Date.parse(task.created_at);
  const end = task.completed_at === null ? Math.max(now, start + 1) : Date.parse(task.completed_at);
  const span = { start, length: Math.max(1, end - start) };
  return (
    <div className="bars" role="group" aria-label={messages.bars}>
      <div className="bars-axis numbers" aria-hidden="true">
        {ticksOf(span.length).map((tick) => (
          <span key={tick} style={{ left: share(tick, span.length) }}>
            {duration(tick)}
          </span>
        ))}
      </div>
      {task.steps.map((step) => (
        <button
          key={step.id}
          type="button"
          className="bars-row"
          aria-pressed={step.id === selected}
          onClick={() => onSelect(step.id)}
        >
          <span className="clip bars-name">{step.id}</span>
          <Bar segments={segmentsOf(step, now)} span={span} isNowShown={isPending} />
          <span className="bars-note numbers">
            {noteOf(step, { now, duration, percent, share: progress?.get(step.id) })}
          </span>
        </button>
      ))}
      <p className="bars-legend" aria-hidden="true">
        <span className="bar bar-queue" /> {messages.legendQueue}
        <span className="bar bar-run" /> {messages.legendRun}
        <span className="bar bar-failed" /> {messages.legendFailed}
        <span className="bar bar-pause" /> {messages.legendPause}
      </p>
    </div>
  );
}

function Bar({
  segments,
  span,
  isNowShown,
}: {
  segments: Segment[];
  span: Span;
  isNowShown: boolean;
}): ReactNode {
  return (
    <span className="bars-track">
      {segments.map(({ kind, start, end }) => (
        <span
          key={`${kind}${start}`}
          className={`bar bar-${kind}`}
          style={{ left: share(start - span.start, span.length), width: share(end - start, span.length) }}
        />
      ))}
      {isNowShown && <span className="bars-now" />}
    </span>
  );
}

/** How far a running step is, else how long it ran. */
function noteOf(step: TaskStep, { now, duration, percent, share: done }: NoteFacts): string {
  if (step.status === 'running' && done !== undefined && done > 0) return percent(done);
  if (step.started_at === null) return '';
  const end = step.completed_at === null ? now : Date.parse(step.completed_at);
  return step.status === 'skipped' ? '' : duration(end - Date.parse(step.started_at));
}

interface NoteFacts extends Pick<Formats, 'duration' | 'percent'> {
  now: number;
  share: number | undefined;
}

function share(part: number, whole: number): string {
  return `${Math.min(100, Math.max(0, (100 * part) / whole))}%`;
}
