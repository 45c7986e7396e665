import { useQuery } from '@tanstack/react-query';
import type { OperatorKind } from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Page } from '../../components/page';
import { Ago } from '../../components/time';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { AskDialog } from './ask-dialog';
import { useOperator } from './operator-context';
import { operatorMessages } from './operator-messages';
import { QueryCard } from './query-card';
import { useOperatorChange } from './use-operator-change';

const EVERY_MS = 3_000;

/** Queues by kind of step: what waits and runs, who takes it, and the switch that stops them. */
export function QueuesScreen(): ReactNode {
  const messages = useMessages(operatorMessages);
  const { operator } = useOperator();
  const query = useQuery({
    queryKey: ['operator', 'kinds'],
    queryFn: ({ signal }) => operator.kinds({ signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <Page title={messages.queues}>
      <QueryCard query={query}>
        {({ items, partial }) => (
          <>
            <div className="queue-row queue-head faint" aria-hidden="true">
              <span>{messages.kind}</span>
              <span>{messages.waiting}</span>
              <span>{messages.running}</span>
              <span>{messages.oldest}</span>
              <span>{messages.workers}</span>
            </div>
            <ul aria-label={messages.queues}>
              {items.map((kind) => (
                <QueueRow key={kind.kind} of={kind} />
              ))}
            </ul>
            {partial && <p className="operator-note soft">{messages.partial}</p>}
          </>
        )}
      </QueryCard>
    </Page>
  );
}

function QueueRow({ of: kind }: { of: OperatorKind }): ReactNode {
  const messages = useMessages(operatorMessages);
  const { number } = useFormats();
  return (
    <li className="queue-row" aria-label={kind.kind}>
      <div className="queue-kind">
        <strong>{kind.kind}</strong>
        <QueueState of={kind} />
      </div>
      <Figure label={messages.waiting}>{number(kind.waiting)}</Figure>
      <Figure label={messages.running}>{number(kind.running)}</Figure>
      <Figure label={messages.oldest}>
        {kind.oldest_waiting_at === null ? '–' : <Ago time={kind.oldest_waiting_at} />}
      </Figure>
      <Figure label={messages.workers}>
        {messages.workersOf(number(kind.ready_workers), number(kind.workers))}
      </Figure>
      <PauseButton of={kind} />
    </li>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <p className="queue-figure numbers">
      <span className="queue-label faint">{label}</span>
      {children}
    </p>
  );
}

/** The one thing that keeps the queue from moving, if there is one. */
function QueueState({ of: kind }: { of: OperatorKind }): ReactNode {
  const messages = useMessages(operatorMessages);
  if (kind.paused_at !== null) {
    const isEffective = kind.paused_workers >= kind.workers;
    return <span className="badge-warn">{isEffective ? messages.paused : messages.pausing}</span>;
  }
  if (kind.workers === 0) return <span className="badge-bad">{messages.nothingTakes}</span>;
  if (kind.ready_workers === 0) return <span className="queue-reason soft">{kind.reason}</span>;
  return null;
}

function PauseButton({ of: { kind, paused_at } }: { of: OperatorKind }): ReactNode {
  const messages = useMessages(operatorMessages);
  const [isAsked, setAsked] = useState(false);
  const pause = useOperatorChange({
    work: (operator) => operator.pause(kind),
    said: messages.pausedSaid(kind),
    onDone: () => setAsked(false),
  });
  const resume = useOperatorChange({
    work: (operator) => operator.resume(kind),
    said: messages.resumedSaid(kind),
  });
  if (paused_at !== null)
    return (
      <Button
        icon="play"
        isBusy={resume.isPending}
        aria-label={messages.resumeOf(kind)}
        onClick={resume.mutate}
      >
        {messages.resume}
      </Button>
    );
  return (
    <>
      <Button icon="stop" aria-label={messages.pauseOf(kind)} onClick={() => setAsked(true)}>
        {messages.pause}
      </Button>
      {isAsked && (
        <AskDialog
          title={messages.pauseOf(kind)}
          text={messages.pauseText}
          action={messages.pause}
          isBusy={pause.isPending}
          onConfirm={pause.mutate}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
