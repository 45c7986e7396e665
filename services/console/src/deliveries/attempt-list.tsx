import type { DeliveryAttempt } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Ago } from '../components/time';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/locale';
import { deliveryMessages } from './delivery-messages';
import { isGood, isInProgress } from './delivery-state';
import './attempt-list.css';

/** What each attempt of a delivery brought, the first one first. */
export function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }): ReactNode {
  return (
    <ol className="delivery-attempts numbers">
      {attempts.map((attempt) => (
        <Attempt key={attempt.attempt} of={attempt} />
      ))}
    </ol>
  );
}

function Attempt({ of: attempt }: { of: DeliveryAttempt }): ReactNode {
  const messages = useMessages(deliveryMessages);
  const { duration } = useFormats();
  const { status_code, response_time_ms, error, started_at, trigger } = attempt;
  const isOpen = isInProgress(attempt);
  const look = isOpen ? 'open' : isGood(status_code) ? 'good' : 'bad';
  return (
    <li className="delivery-attempt">
      <span className="faint">{attempt.attempt}</span>
      <span className={`delivery-attempt-${look}`}>
        {isOpen ? messages.inProgress : (status_code ?? messages.noAnswer)}
      </span>
      <span className="soft">{response_time_ms !== null && duration(response_time_ms)}</span>
      {/* The error of a status repeats it. */}
      <span className="delivery-attempt-error clip">{status_code === null ? error : null}</span>
      <span className="delivery-attempt-time soft">
        {trigger === 'manual' && <span className="faint">{messages.manual} · </span>}
        <Ago time={started_at} />
      </span>
    </li>
  );
}
