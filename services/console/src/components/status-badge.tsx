import type { StepStatus, TaskStatus } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/locale';
import { sharedMessages } from './shared-messages';
import './status-badge.css';

export type Status = TaskStatus | StepStatus;

/** Shape and word tell a status too, not the colour alone. */
export function StatusBadge({ status }: { status: Status }): ReactNode {
  const messages = useMessages(sharedMessages);
  const name = status === 'failed' ? messages.failedStatus : messages[status];
  return (
    <span className={`status status-${status}`}>
      <StatusDot status={status} />
      {name}
    </span>
  );
}

export function StatusDot({ status }: { status: Status }): ReactNode {
  return (
    <svg
      className={`status-dot status-dot-${status}`}
      width="10"
      height="10"
      viewBox="0 0 10 10"
      aria-hidden="true"
    >
      {status === 'completed' && <path d="M1.5 5.5l2.3 2.3 4.7-5.3" />}
      {status === 'failed' && <path d="M2 2l6 6M8 2L2 8" />}
      {status === 'skipped' && <path d="M1.5 5h7" />}
      {(status === 'waiting' || status === 'queued') && <circle cx="5" cy="5" r="3.4" />}
      {(status === 'running' || status === 'pending') && (
        <circle cx="5" cy="5" r="4" className="status-dot-full" />
      )}
    </svg>
  );
}
