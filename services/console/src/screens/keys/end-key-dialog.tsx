import type { Key } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { sharedMessages } from '../../components/shared-messages';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { keysMessages } from './keys-messages';
import { useKeyChange } from './use-key-change';

/** Asks before a key stops working. */
export function EndKeyDialog({
  of: key,
  how,
  onClose,
}: {
  of: Key;
  how: 'deactivate' | 'delete';
  onClose: () => void;
}): ReactNode {
  const messages = useMessages(keysMessages);
  const shared = useMessages(sharedMessages);
  const isOwn = useAccount().key.id === key.id;
  const isDeletion = how === 'delete';
  const change = useKeyChange({
    work: ({ keys }) => (isDeletion ? keys.delete(key.id) : keys.change(key.id, { active: false })),
    said: isDeletion ? messages.deleted : messages.saved,
    onSettled: onClose,
  });
  return (
    <Dialog title={isDeletion ? messages.deleteTitle : messages.deactivateTitle} onClose={onClose}>
      <p className="clip">
        <strong>{key.name ?? messages.unnamed}</strong> <code>…{key.last4}</code>
      </p>
      <p>{isDeletion ? messages.deleteText : messages.deactivateText}</p>
      {isOwn && <p className="key-own">{messages.ownText}</p>}
      <div className="dialog-actions">
        <Button onClick={onClose}>{shared.cancel}</Button>
        <Button look="danger" isBusy={change.isPending} onClick={change.mutate}>
          {isDeletion ? messages.delete : messages.deactivate}
        </Button>
      </div>
    </Dialog>
  );
}
