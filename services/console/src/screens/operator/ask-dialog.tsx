import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { sharedMessages } from '../../components/shared-messages';
import { useMessages } from '../../i18n/locale';

/** Asks before something that cannot be undone, or that many notice. */
export function AskDialog({
  title,
  text,
  action,
  isBusy,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}): ReactNode {
  const shared = useMessages(sharedMessages);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{shared.cancel}</Button>
        <Button look="danger" isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
