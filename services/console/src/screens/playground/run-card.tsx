import { MedleyError, type FieldError, type TaskRequest } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorNotice } from '../../components/error-notice';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { otherErrors } from './draft';
import { playgroundMessages } from './playground-messages';
import type { Estimate } from './use-estimate';

interface RunCardProps {
  request: TaskRequest | null;
  estimate: Estimate;
  /** Of fields; those without a place of their own are shown here. */
  errors: readonly FieldError[];
  /** Of the creation. */
  error: Error | null;
  isBusy: boolean;
  isAllowed: boolean;
  onRun: () => void;
}

/** The price and the start. */
export function RunCard({
  request,
  estimate,
  errors,
  error,
  isBusy,
  isAllowed,
  onRun,
}: RunCardProps): ReactNode {
  const messages = useMessages(playgroundMessages);
  return (
    <Card title={messages.run}>
      <div className="run-body">
        <div className="run-line">
          <Button
            look="primary"
            icon="play"
            isBusy={isBusy}
            disabled={request === null || !isAllowed}
            onClick={onRun}
          >
            {messages.run}
          </Button>
          <Price request={request} estimate={estimate} />
        </div>
        {!isAllowed && <p className="field-hint">{messages.readOnly}</p>}
        {otherErrors(errors).map(({ field, message }) => (
          <p key={field + message} className="field-error" role="alert">
            <code>{field}</code>: {message}
          </p>
        ))}
        {error && <ErrorNotice error={error} />}
      </div>
    </Card>
  );
}

function Price({ request, estimate }: Pick<RunCardProps, 'request' | 'estimate'>): ReactNode {
  const messages = useMessages(playgroundMessages);
  const { credits } = useFormats();
  const { data, error, isOld } = estimate;
  if (request === null) return <span className="soft">{messages.nothingYet}</span>;
  if (error && !isOld) {
    const isOfField = error instanceof MedleyError && error.errors.length > 0;
    return (
      <span className="field-error" role="status">
        {isOfField ? messages.mendFields(error.errors.length) : error.message}
      </span>
    );
  }
  return (
    <span className={isOld ? 'price price-old' : 'price'} role="status">
      {data ? (
        <>
          <strong className="numbers">{messages.atMost(credits(data.cost.reserved))}</strong>
          <Unavailable reasons={data.available.flatMap(({ ok, reason }) => (ok ? [] : [reason ?? '']))} />
        </>
      ) : (
        <span className="soft">{messages.checking}</span>
      )}
    </span>
  );
}

function Unavailable({ reasons }: { reasons: readonly string[] }): ReactNode {
  const messages = useMessages(playgroundMessages);
  if (reasons.length === 0) return null;
  return <span className="price-away">{messages.cannotRun([...new Set(reasons)].join('; '))}</span>;
}
