import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { sharedMessages } from '../../components/shared-messages';
import { useMessages } from '../../i18n/locale';
import { accountsMessages } from './accounts-messages';

/** A key that is shown once. */
export function ShownSecret({ secret, onStored }: { secret: string; onStored: () => void }): ReactNode {
  const messages = useMessages(accountsMessages);
  const shared = useMessages(sharedMessages);
  return (
    <Card title={messages.secretTitle}>
      <div className="shown-secret" role="status">
        <p>{messages.secretText}</p>
        <code className="shown-secret-text">{secret}</code>
        <div className="operator-actions">
          <CopyButton text={secret} label={shared.copy} />
          <Button onClick={onStored}>{messages.stored_it}</Button>
        </div>
      </div>
    </Card>
  );
}
