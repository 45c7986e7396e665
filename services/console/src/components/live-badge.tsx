import type { ReactNode } from 'react';
import { useMessages } from '../i18n/locale';
import type { LiveState } from '../live/account-events';
import { sharedMessages } from './shared-messages';
import './live-badge.css';

/** Whether what is shown is renewed as it happens. */
export function LiveBadge({ state }: { state: LiveState }): ReactNode {
  const messages = useMessages(sharedMessages);
  return (
    <span className={`live-badge live-badge-${state}`} role="status">
      {messages[state]}
    </span>
  );
}
