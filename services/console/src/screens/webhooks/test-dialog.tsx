import { useMutation } from '@tanstack/react-query';
import type { WebhookTestResult } from '@medley/client/browser';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/error-notice';
import { Field } from '../../components/field';
import { sharedMessages } from '../../components/shared-messages';
import { deliveryMessages } from '../../deliveries/delivery-messages';
import { adviceFor } from '../../deliveries/error-advice';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { webhooksMessages } from './webhooks-messages';

/** Sends a test to a receiver and shows what it answered. */
export function TestDialog({ knownUrl, onClose }: { knownUrl: string; onClose: () => void }): ReactNode {
  const messages = useMessages(webhooksMessages);
  const { close } = useMessages(sharedMessages);
  const { medley } = useAccount();
  const [url, setUrl] = useState(knownUrl);
  const test = useMutation({ mutationFn: () => medley.webhooks.test(url.trim()) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <Dialog title={messages.testTitle} onClose={onClose}>
      <form className="webhook-form" onSubmit={submit}>
        <p className="soft">{messages.testText}</p>
        <Field label={messages.testUrl}>
          <input
            className="input"
            inputMode="url"
            required
            autoComplete="off"
            spellCheck={false}
            placeholder="https://example.com/hook"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        </Field>
        {test.error && <ErrorNotice error={test.error} />}
        {test.data && <TestOutcome of={test.data} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{close}</Button>
          <Button type="submit" look="primary" isBusy={test.isPending}>
            {messages.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TestOutcome({ of: result }: { of: WebhookTestResult }): ReactNode {
  const messages = useMessages(webhooksMessages);
  const words = useMessages(deliveryMessages);
  const { duration } = useFormats();
  const { delivered, status_code, error, body, response_time_ms } = result;
  const advice = delivered ? null : adviceFor(result);
  return (
    <div className="test-outcome" role="status">
      <p className={delivered ? 'test-good' : 'test-bad'}>
        {delivered ? messages.testDelivered : messages.testRefused}
      </p>
      <dl className="delivery-facts">
        <dt>{messages.answered}</dt>
        <dd>{status_code ?? error}</dd>
        <dt>{messages.answerTime}</dt>
        <dd className="numbers">{duration(response_time_ms)}</dd>
      </dl>
      {advice && <p className="delivery-advice">{words[advice]}</p>}
      {body === '' && <p className="faint">{messages.emptyBody}</p>}
      {body !== null && body !== '' && (
        <pre className="test-body" tabIndex={0} aria-label={messages.answerBody}>
          {body}
        </pre>
      )}
    </div>
  );
}
