import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useMessages } from '../../i18n/locale';
import { taskMessages } from './task-messages';
import { useTaskChange } from './use-task-change';

/** Deletes the data of an ended task, after a question. */
export function DeleteData({ id }: { id: string }): ReactNode {
  const messages = useMessages(taskMessages);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button look="danger" icon="trash" onClick={() => setAsked(true)}>
        {messages.delete}
      </Button>
      {isAsked && <DeleteDialog id={id} onClose={() => setAsked(false)} />}
    </>
  );
}

function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const messages = useMessages(taskMessages);
  const change = useTaskChange({
    id,
    work: (medley) => medley.tasks.delete(id),
    said: messages.isDeleted,
    onClose,
  });
  return (
    <Dialog title={messages.deleteTitle} onClose={onClose}>
      <p>{messages.deleteText}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{messages.keepData}</Button>
        <Button look="danger" icon="trash" isBusy={change.isPending} onClick={() => change.mutate()}>
          {messages.delete}
        </Button>
      </div>
    </Dialog>
  );
}
