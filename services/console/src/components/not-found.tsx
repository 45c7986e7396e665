import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../i18n/locale';
import { sharedMessages } from './shared-messages';
import { EmptyState } from './states';

export function NotFound(): ReactNode {
  const messages = useMessages(sharedMessages);
  return (
    <EmptyState icon="search" title={messages.notFound}>
      <p>{messages.notFoundHint}</p>
      <p>
        <Link href="/">{messages.toOverview}</Link>
      </p>
    </EmptyState>
  );
}
