import { useQuery } from '@tanstack/react-query';
import type { OperatorProcess } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Page } from '../../components/page';
import { EmptyState } from '../../components/states';
import { Ago } from '../../components/time';
import { useMessages } from '../../i18n/locale';
import { useOperator } from './operator-context';
import { operatorMessages } from './operator-messages';
import { QueryCard } from './query-card';

const EVERY_MS = 5_000;

/** Every process that reports itself, with the reasons of what does not work. */
export function ProcessesScreen(): ReactNode {
  const messages = useMessages(operatorMessages);
  const { operator, about } = useOperator();
  const query = useQuery({
    queryKey: ['operator', 'processes'],
    queryFn: ({ signal }) => operator.processes({ signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <Page title={messages.processes} aside={<span className="soft">{messages.version(about.version)}</span>}>
      <QueryCard query={query}>
        {(processes) =>
          processes.length === 0 ? (
            <EmptyState icon="operator" title={messages.noProcesses}>
              {messages.noProcessesHint}
            </EmptyState>
          ) : (
            <ul aria-label={messages.processes}>
              {processes.map((process) => (
                <ProcessRow key={process.instance} of={process} />
              ))}
            </ul>
          )
        }
      </QueryCard>
    </Page>
  );
}

function ProcessRow({ of: process }: { of: OperatorProcess }): ReactNode {
  const messages = useMessages(operatorMessages);
  return (
    <li className="process-row">
      <div className="process-main">
        <p className="letter-name">
          <strong>{process.service}</strong>
          <code className="faint clip">{process.instance}</code>
          <span className={process.ok ? 'badge-good' : 'badge-bad'}>
            {process.ok ? messages.healthy : messages.unhealthy}
          </span>
        </p>
        <Reasons of={process.reasons} look="process-bad" />
        <Reasons of={process.warnings} look="process-warn" />
      </div>
      <p className="soft process-facts">
        <span>{messages.version(process.version)}</span>
        <span>
          {messages.started} <Ago time={process.started_at} />
        </span>
      </p>
    </li>
  );
}

function Reasons({ of: reasons, look }: { of: Readonly<Record<string, string>>; look: string }): ReactNode {
  return Object.entries(reasons).map(([subject, reason]) => (
    <p key={subject} className={look}>
      <strong>{subject}</strong>: {reason}
    </p>
  ));
}
