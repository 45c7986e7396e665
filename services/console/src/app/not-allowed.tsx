import type { KeyRole } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { sharedMessages } from '../components/shared-messages';
import { EmptyState } from '../components/states';
import { useMessages } from '../i18n/locale';

export function NotAllowed({ role }: { role: KeyRole }): ReactNode {
  const messages = useMessages(sharedMessages);
  return (
    <EmptyState icon="key" title={messages.notAllowed}>
      <p>{messages.notAllowedHint(role)}</p>
    </EmptyState>
  );
}
