import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorNotice } from '../../components/error-notice';
import { Field } from '../../components/field';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { LongText } from '../task/long-text';
import { redactionMessages } from './redaction-messages';

/** Characters of a result that the field begins with: a longer one would make it slow. */
const FILLED_MAX = 20_000;

/** Puts the originals of a reversible task back into any text with its markers. */
export function RestoreCard({ taskId, text }: { taskId: string; text: string }): ReactNode {
  const messages = useMessages(redactionMessages);
  const { medley } = useAccount();
  const [input, setInput] = useState(text.length > FILLED_MAX ? '' : text);
  const restore = useMutation({ mutationFn: () => medley.restore({ task_id: taskId, input }) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    restore.mutate();
  };
  return (
    <Card title={messages.restore}>
      <form className="restore" onSubmit={submit}>
        <Field label={messages.restoreLabel} hint={messages.restoreHint}>
          <textarea
            className="input"
            rows={6}
            dir="auto"
            value={input}
            onChange={({ target }) => setInput(target.value)}
          />
        </Field>
        <div>
          <Button type="submit" look="primary" isBusy={restore.isPending} disabled={input.trim() === ''}>
            {messages.restoreDo}
          </Button>
        </div>
        {restore.error && <ErrorNotice error={restore.error} />}
        {restore.data && (
          <section aria-label={messages.restored}>
            <LongText text={restore.data.text} />
            <p className="field-hint" role="status">
              {messages.restoredCount(restore.data.restored)}
              {restore.data.missing.length > 0 && ` ${messages.missing(restore.data.missing.join(', '))}`}
            </p>
          </section>
        )}
      </form>
    </Card>
  );
}
