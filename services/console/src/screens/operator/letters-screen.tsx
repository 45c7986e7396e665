import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorLetter } from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Page } from '../../components/page';
import { EmptyState } from '../../components/states';
import { Ago } from '../../components/time';
import { useMessages } from '../../i18n/locale';
import { AskDialog } from './ask-dialog';
import { useOperator } from './operator-context';
import { operatorMessages } from './operator-messages';
import { QueryCard } from './query-card';
import { useOperatorChange } from './use-operator-change';

const EVERY_MS = 5_000;

/** Messages that could not be handled: run again what they stopped, or forget them. */
export function LettersScreen(): ReactNode {
  const messages = useMessages(operatorMessages);
  const { operator } = useOperator();
  const query = useInfiniteQuery({
    queryKey: ['operator', 'letters'],
    queryFn: ({ signal, pageParam }) => operator.deadLetters({ signal, cursor: pageParam, limit: 50 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    refetchInterval: EVERY_MS,
  });
  const letters = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={messages.letters} aside={letters.length > 0 && <RetryAll />}>
      <QueryCard query={query}>
        {() =>
          letters.length === 0 ? (
            <EmptyState icon="check" title={messages.noLetters}>
              {messages.noLettersHint}
            </EmptyState>
          ) : (
            <ul aria-label={messages.letters}>
              {letters.map((letter) => (
                <LetterRow key={letter.id} of={letter} />
              ))}
            </ul>
          )
        }
      </QueryCard>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {messages.more}
        </Button>
      )}
    </Page>
  );
}

function RetryAll(): ReactNode {
  const messages = useMessages(operatorMessages);
  const [isAsked, setAsked] = useState(false);
  const retry = useOperatorChange({
    work: (operator) => operator.retryDeadLetters(),
    said: messages.retrySaid,
    onDone: () => setAsked(false),
  });
  return (
    <>
      <Button icon="retry" onClick={() => setAsked(true)}>
        {messages.retryAll}
      </Button>
      {isAsked && (
        <AskDialog
          title={messages.retryAll}
          text={messages.retryText}
          action={messages.retryAll}
          isBusy={retry.isPending}
          onConfirm={retry.mutate}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function LetterRow({ of: letter }: { of: OperatorLetter }): ReactNode {
  const messages = useMessages(operatorMessages);
  return (
    <li className="letter-row">
      <div className="letter-main">
        <p className="letter-name">
          <strong>{letter.message ?? messages.unreadable}</strong>
          <span className="badge-bad">{messages.reason(letter.reason)}</span>
          {letter.count > 1 && <span className="faint numbers">× {letter.count}</span>}
        </p>
        <p className="letter-facts soft">
          <span>{letter.queue}</span>
          {letter.task_id !== null && (
            <code className="clip">
              {letter.task_id}
              {letter.step_id !== null && ` · ${letter.step_id}`}
            </code>
          )}
        </p>
        {letter.retry_error !== null && <p className="letter-error">{letter.retry_error}</p>}
      </div>
      <p className="soft letter-time">
        <Ago time={letter.last_at} />
      </p>
      <LetterActions of={letter} />
    </li>
  );
}

function LetterActions({ of: letter }: { of: OperatorLetter }): ReactNode {
  const messages = useMessages(operatorMessages);
  const [asked, setAsked] = useState<'retry' | 'drop' | null>(null);
  const close = (): void => setAsked(null);
  const retry = useOperatorChange({
    work: (operator) => operator.retryDeadLetters(letter.id),
    said: messages.retrySaid,
    onDone: close,
  });
  const drop = useOperatorChange({
    work: (operator) => operator.dropDeadLetter(letter.id),
    said: messages.dropSaid,
    onDone: close,
  });
  const isRetrying = letter.retry_at !== null;
  return (
    <div className="operator-actions">
      {letter.task_id !== null && (
        <Button icon="retry" isBusy={isRetrying} onClick={() => setAsked('retry')}>
          {isRetrying ? messages.retrying : messages.retry}
        </Button>
      )}
      <Button look="danger" icon="trash" onClick={() => setAsked('drop')}>
        {messages.drop}
      </Button>
      {asked !== null && (
        <AskDialog
          title={asked === 'retry' ? messages.retry : messages.drop}
          text={asked === 'retry' ? messages.retryText : messages.dropText}
          action={asked === 'retry' ? messages.retry : messages.drop}
          isBusy={retry.isPending || drop.isPending}
          onConfirm={asked === 'retry' ? retry.mutate : drop.mutate}
          onClose={close}
        />
      )}
    </div>
  );
}
