import type { Task } from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { Dialog } from '../../components/dialog';
import { serviceUrl } from '../../device/base-path';
import { useMessages } from '../../i18n/locale';
import { useIsAllowed } from '../../session/account';
import { DeleteData } from './delete-data';
import { asCurl, asTypeScript, requestOfTask } from './request-of-task';
import { RetryDialog } from './retry-dialog';
import { taskMessages } from './task-messages';
import { useTaskChange } from './use-task-change';

type Asked = 'cancel' | 'retry' | null;

export function TaskActions({ task, selected }: { task: Task; selected: string }): ReactNode {
  const messages = useMessages(taskMessages);
  const mayChange = useIsAllowed('tasks');
  const [asked, setAsked] = useState<Asked>(null);
  const close = (): void => setAsked(null);
  const isPending = task.status === 'pending';
  const request = requestOfTask(task);
  return (
    <>
      {!task.expired && (
        <CopyButton
          text={asCurl(serviceUrl, request)}
          label={messages.curl}
          title={messages.copyAs(messages.curl)}
        />
      )}
      {!task.expired && (
        <CopyButton
          text={asTypeScript(serviceUrl, request)}
          label={messages.typescript}
          title={messages.copyAs(messages.typescript)}
        />
      )}
      {mayChange && isPending && (
        <Button look="danger" icon="stop" onClick={() => setAsked('cancel')}>
          {messages.cancel}
        </Button>
      )}
      {mayChange && !isPending && !task.expired && (
        <>
          <DeleteData id={task.id} />
          <Button look="primary" icon="retry" onClick={() => setAsked('retry')}>
            {messages.retry}
          </Button>
        </>
      )}
      {asked === 'cancel' && <CancelDialog id={task.id} onClose={close} />}
      {asked === 'retry' && <RetryDialog task={task} selected={selected} onClose={close} />}
    </>
  );
}

function CancelDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const messages = useMessages(taskMessages);
  const change = useTaskChange({
    id,
    work: (medley) => medley.tasks.cancel(id),
    said: messages.canceling,
    onClose,
  });
  return (
    <Dialog title={messages.cancelTitle} onClose={onClose}>
      <p>{messages.cancelText}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{messages.keepRunning}</Button>
        <Button look="danger" icon="stop" isBusy={change.isPending} onClick={() => change.mutate()}>
          {messages.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
