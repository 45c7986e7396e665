import type { StepDescription } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Card } from '../../components/card';
import { useMessages } from '../../i18n/locale';
import { overviewMessages } from './overview-messages';

/** Which kinds of steps have a worker now. */
export function StepKinds({ kinds }: { kinds: readonly StepDescription[] }): ReactNode {
  const messages = useMessages(overviewMessages);
  return (
    <Card title={messages.kinds}>
      <ul className="rows">
        {kinds.map(({ name, available, reason, waiting, workers }) => (
          <li key={name} className="row kind-row">
            <span className={`kind-dot kind-dot-${available ? 'on' : 'off'}`} />
            <span className="row-main mono">{name}</span>
            {waiting > 0 && <span className="row-note numbers">{messages.waiting(waiting)}</span>}
            <span className={available ? 'row-note' : 'row-note kind-off'}>
              {available ? messages.workers(workers) : messages.unavailable}
            </span>
            {reason !== null && <p className="kind-reason">{reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
