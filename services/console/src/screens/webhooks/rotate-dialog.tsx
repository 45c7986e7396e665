import { useMutation } from '@tanstack/react-query';
import type { RotatedSecret } from '@medley/client/browser';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/error-notice';
import { Field } from '../../components/field';
import { sharedMessages } from '../../components/shared-messages';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { webhooksMessages } from './webhooks-messages';

const HOURS_MAX = 168;
const HOURS_DEFAULT = 24;

/** Asks how long the previous secret stays valid, then makes the new one. */
export function RotateDialog({
  onRotated,
  onClose,
}: {
  onRotated: (secret: RotatedSecret) => void;
  onClose: () => void;
}): ReactNode {
  const messages = useMessages(webhooksMessages);
  const { cancel } = useMessages(sharedMessages);
  const { medley } = useAccount();
  const [hours, setHours] = useState(String(HOURS_DEFAULT));
  const rotate = useMutation({
    mutationFn: () => medley.webhooks.rotateSecret({ overlap_hours: Number(hours) }),
    onSuccess: (rotated) => {
      onRotated(rotated);
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    rotate.mutate();
  };
  return (
    <Dialog title={messages.rotateTitle} onClose={onClose}>
      <form className="webhook-form" onSubmit={submit}>
        <p className="soft">{messages.rotateText}</p>
        <Field label={messages.overlap} hint={messages.overlapHint}>
          <input
            className="input"
            type="number"
            required
            min="0"
            max={HOURS_MAX}
            value={hours}
            onChange={({ target }) => setHours(target.value)}
          />
        </Field>
        {rotate.error && <ErrorNotice error={rotate.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" look="primary" isBusy={rotate.isPending}>
            {messages.make}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
