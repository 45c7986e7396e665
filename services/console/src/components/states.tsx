import { MedleyError } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/locale';
import { Button } from './button';
import { Icon, type IconName } from './icon';
import { sharedMessages } from './shared-messages';
import './states.css';

/** Nothing to show yet: says what to do next. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="state">
      <span className="state-icon">
        <Icon name={icon} size={22} />
      </span>
      <h2>{title}</h2>
      {children && <div className="state-text">{children}</div>}
    </div>
  );
}

/** What went wrong in the words of the service, with the request id for whoever runs it. */
export function ErrorState({
  error,
  title,
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
}): ReactNode {
  const messages = useMessages(sharedMessages);
  const requestId = error instanceof MedleyError ? error.requestId : null;
  return (
    <div className="state" role="alert">
      <span className="state-icon state-icon-bad">
        <Icon name="warning" size={22} />
      </span>
      <h2>{title ?? messages.failed}</h2>
      <p className="state-text">{error instanceof Error ? error.message : String(error)}</p>
      {requestId !== null && (
        <p className="state-text">
          {messages.requestId}: <code>{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button icon="retry" onClick={onRetry}>
          {messages.again}
        </Button>
      )}
    </div>
  );
}

/** Grey lines of the height of what is to come, so that nothing jumps. */
export function Skeleton({ lines = 3, height = 20 }: { lines?: number; height?: number }): ReactNode {
  const messages = useMessages(sharedMessages);
  return (
    <div className="skeleton" role="status">
      <span className="hidden-visually">{messages.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton-line" style={{ height }} />
      ))}
    </div>
  );
}
