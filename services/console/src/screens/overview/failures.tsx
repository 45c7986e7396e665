import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../../components/card';
import { Ago } from '../../components/time';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { overviewMessages } from './overview-messages';
import type { FailuresOfCode } from './read-overview';

export function Failures({ failures }: { failures: readonly FailuresOfCode[] }): ReactNode {
  const messages = useMessages(overviewMessages);
  const { number } = useFormats();
  return (
    <Card title={messages.failures}>
      {failures.length === 0 && <p className="overview-none">{messages.noFailures}</p>}
      <ul className="rows">
        {failures.map(({ code, count, newest }) => (
          <li key={code} className="row">
            <span className="figure-bad numbers">{number(count)}</span>
            <code className="clip row-main">{code}</code>
            <Link className="row-note" href={`/tasks/${newest.id}`}>
              {messages.newestOf} <Ago time={newest.completed_at ?? newest.created_at} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
