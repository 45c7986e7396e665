import type { ListedTask } from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { tasksMessages } from './tasks-messages';
import { useBulk, type Bulk } from './use-bulk';

/** What can be done with the selected tasks. */
export function BulkBar({
  tasks,
  onClear,
}: {
  tasks: readonly ListedTask[];
  onClear: () => void;
}): ReactNode {
  const messages = useMessages(tasksMessages);
  const { medley } = useAccount();
  const bulk = useBulk(onClear);
  const [isAsking, setAsking] = useState(false);
  const running = tasks.filter(({ status }) => status === 'pending');
  const failed = tasks.filter(({ status, expired }) => status === 'failed' && !expired);
  return (
    <div className="bulk-bar" role="toolbar" aria-label={messages.selected(tasks.length)}>
      <span className="numbers">{messages.selected(tasks.length)}</span>
      <Button
        icon="retry"
        isBusy={bulk.isBusy}
        disabled={failed.length === 0}
        title={failed.length === 0 ? messages.nothingToRetry : undefined}
        onClick={() => bulk.run(failed, ({ id }) => medley.tasks.retry(id), messages.retried)}
      >
        {messages.retryTasks}
      </Button>
      <Button
        look="danger"
        icon="stop"
        disabled={running.length === 0}
        title={running.length === 0 ? messages.nothingToCancel : undefined}
        onClick={() => setAsking(true)}
      >
        {messages.cancelTasks}
      </Button>
      <Button look="quiet" onClick={onClear}>
        {messages.clearSelection}
      </Button>
      {isAsking && <CancelDialog running={running} bulk={bulk} onClose={() => setAsking(false)} />}
    </div>
  );
}

function CancelDialog({
  running,
  bulk,
  onClose,
}: {
  running: readonly ListedTask[];
  bulk: Bulk;
  onClose: () => void;
}): ReactNode {
  const messages = useMessages(tasksMessages);
  const { medley } = useAccount();
  return (
    <Dialog title={messages.cancelTitle(running.length)} onClose={onClose}>
      <p>{messages.cancelText}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{messages.keepRunning}</Button>
        <Button
          look="danger"
          icon="stop"
          isBusy={bulk.isBusy}
          onClick={() => bulk.run(running, ({ id }) => medley.tasks.cancel(id), messages.canceled)}
        >
          {messages.cancelTasks}
        </Button>
      </div>
    </Dialog>
  );
}
