import type { ReactNode } from 'react';
import { Button } from './button';
import { Card } from './card';
import { CopyButton } from './copy-button';
import { sharedMessages } from './shared-messages';
import { useMessages } from '../i18n/locale';
import './new-secret.css';

/** What is shown once. In the page and not in a dialog, which a stray click would close for good. */
export function NewSecret({
  title,
  secret,
  children,
  stored,
  onStored,
}: {
  title: string;
  secret: string;
  children: ReactNode;
  /** The words of the button that puts it away. */
  stored: string;
  onStored: () => void;
}): ReactNode {
  const shared = useMessages(sharedMessages);
  return (
    <Card title={title}>
      <div className="new-secret" role="status">
        <p>{children}</p>
        <code className="new-secret-text">{secret}</code>
        <div className="new-secret-actions">
          <CopyButton text={secret} label={shared.copy} />
          <Button onClick={onStored}>{stored}</Button>
        </div>
      </div>
    </Card>
  );
}
