import type { StepAttempt } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { taskMessages } from './task-messages';

export function Attempts({ attempts }: { attempts: readonly StepAttempt[] }): ReactNode {
  const messages = useMessages(taskMessages);
  const { duration } = useFormats();
  const between = (start: string | null, end: string | null): string =>
    start === null || end === null ? '' : duration(Date.parse(end) - Date.parse(start));
  return (
    <div className="attempts" role="region" aria-label={messages.attempts} tabIndex={0}>
      <table className="numbers">
        <thead>
          <tr>
            <th>{messages.attemptNumber}</th>
            <th>{messages.waited}</th>
            <th>{messages.ran}</th>
            <th>{messages.result}</th>
            <th>{messages.worker}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ attempt, queued_at, started_at, completed_at, worker, error }) => (
            <tr key={attempt}>
              <td>{attempt}</td>
              <td>{between(queued_at, started_at)}</td>
              <td>{between(started_at, completed_at)}</td>
              <td className={error === null ? '' : 'attempt-error'}>
                {error ?? (completed_at === null ? '' : messages.good)}
              </td>
              <td className="mono">{worker}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
