import type { Task } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon';
import { useMessages } from '../../i18n/locale';
import { errorAdvice } from './error-advice';
import { taskMessages } from './task-messages';

/** Why a task failed, and what to do about it. */
export function FailureCard({ task, onSelect }: { task: Task; onSelect: (id: string) => void }): ReactNode {
  const messages = useMessages(taskMessages);
  const advice = useMessages(errorAdvice);
  const { error, error_details: details } = task;
  if (error === undefined) return null;
  const { step = null, code = '' } = details ?? {};
  const isKnown = (name: string): name is keyof typeof advice => Object.hasOwn(advice, name);
  return (
    <section className="failure" aria-label={messages.failed}>
      <Icon name="warning" size={20} />
      <div className="failure-text">
        <h2>{step === null ? messages.failed : messages.failedAt(step)}</h2>
        <p>
          <code>{code}</code> {error.replace(/^[A-Z_]+: /, '')}
        </p>
        <p className="soft">{isKnown(code) ? advice[code] : advice.other}</p>
      </div>
      {step !== null && (
        <button type="button" className="button" onClick={() => onSelect(step)}>
          {step}
        </button>
      )}
    </section>
  );
}
