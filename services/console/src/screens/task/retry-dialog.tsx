import { useMutation } from '@tanstack/react-query';
import type { Task } from '@medley/client/browser';
import type { FormEvent, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/error-notice';
import { sharedMessages } from '../../components/shared-messages';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { RetryFields } from './retry-fields';
import { taskMessages } from './task-messages';
import { useRetryChoice } from './use-retry-choice';

/** Chooses what runs again and with which options; opens the new task. */
export function RetryDialog({
  task,
  selected,
  onClose,
}: {
  task: Task;
  selected: string;
  onClose: () => void;
}): ReactNode {
  const messages = useMessages(taskMessages);
  const shared = useMessages(sharedMessages);
  const { medley } = useAccount();
  const [, navigate] = useLocation();
  const choice = useRetryChoice(task, selected);
  const retry = useMutation({
    mutationFn: () => medley.tasks.retry(task.id, choice.request),
    onSuccess: ({ id }) => {
      onClose();
      navigate(`/tasks/${id}`);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    retry.mutate();
  };
  const isReady = choice.running.length > 0 && choice.invalid.size === 0;
  return (
    <Dialog title={messages.retryTitle} look="wide" onClose={onClose}>
      <form className="retry" onSubmit={submit}>
        <p className="soft">{messages.retryText}</p>
        <RetryFields steps={task.steps} choice={choice} />
        {retry.error && <ErrorNotice error={retry.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{shared.cancel}</Button>
          <Button type="submit" look="primary" icon="retry" isBusy={retry.isPending} disabled={!isReady}>
            {messages.retry}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
