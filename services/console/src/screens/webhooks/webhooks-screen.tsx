import type { RotatedSecret } from '@medley/client/browser';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../../components/button';
import { LiveBadge } from '../../components/live-badge';
import { NewSecret } from '../../components/new-secret';
import { Page } from '../../components/page';
import { ErrorState, Skeleton } from '../../components/states';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useLiveState } from '../../live/account-events';
import { useIsAllowed } from '../../session/account';
import { DeliveryDrawer } from './delivery-drawer';
import { isEmpty, readFilter, writeFilter, type DeliveryFilter } from './delivery-filter';
import { DeliveryFilters } from './delivery-filters';
import { DeliveryRows, type RowsProps } from './delivery-rows';
import { NoDeliveries } from './no-deliveries';
import { RotateDialog } from './rotate-dialog';
import { SendBar } from './send-bar';
import { TestDialog } from './test-dialog';
import { useDeliveryList } from './use-delivery-list';
import { VerifyCard } from './verify-card';
import { webhooksMessages } from './webhooks-messages';
import './webhooks.css';

export function WebhooksScreen(): ReactNode {
  const messages = useMessages(webhooksMessages);
  const [parameters, setParameters] = useSearchParams();
  const filter = useMemo(() => readFilter(parameters), [parameters]);
  const list = useDeliveryList(filter);
  const { selected, toggle, clear } = useSelection();
  const [rotated, setRotated] = useState<RotatedSecret | null>(null);
  const maySend = useIsAllowed('tasks');
  const opened = parameters.get('delivery');
  const deliveries = list.deliveries ?? [];
  const chosen = deliveries.filter(({ id }) => selected.has(id));
  const change = (part: Partial<DeliveryFilter>): void => {
    clear();
    setParameters(writeFilter({ ...filter, ...part }), { replace: true });
  };
  return (
    <Page
      title={messages.title}
      aside={<Actions knownUrl={deliveries[0]?.url ?? ''} onRotated={setRotated} />}
    >
      {rotated && <Rotated of={rotated} onStored={() => setRotated(null)} />}
      <DeliveryFilters filter={filter} onChange={change} />
      <DeliveryCard {...{ list, filter, selected }} onSelect={maySend ? toggle : null} />
      {chosen.length > 0 && <SendBar chosen={chosen} onClear={clear} />}
      <VerifyCard />
      {opened !== null && (
        <DeliveryDrawer
          id={opened}
          listed={deliveries.find(({ id }) => id === opened)}
          onClose={() => setParameters(writeFilter(filter), { replace: true })}
        />
      )}
    </Page>
  );
}

function DeliveryCard(props: RowsProps): ReactNode {
  const { deliveries, error, reload } = props.list;
  return (
    <div className="card">
      {deliveries && deliveries.length > 0 && <DeliveryRows {...props} />}
      {deliveries?.length === 0 && <NoDeliveries isFiltered={!isEmpty(props.filter)} />}
      {error !== null && <ErrorState error={error} onRetry={reload} />}
      {!deliveries && error === null && (
        <div className="delivery-loading">
          <Skeleton lines={8} height={28} />
        </div>
      )}
    </div>
  );
}

function Actions({
  knownUrl,
  onRotated,
}: {
  knownUrl: string;
  onRotated: (secret: RotatedSecret) => void;
}): ReactNode {
  const messages = useMessages(webhooksMessages);
  const live = useLiveState();
  const mayTest = useIsAllowed('tasks');
  const mayRotate = useIsAllowed('owner');
  const [asked, setAsked] = useState<'test' | 'rotate' | null>(null);
  const close = (): void => setAsked(null);
  return (
    <>
      <LiveBadge state={live} />
      {mayRotate && (
        <Button icon="key" onClick={() => setAsked('rotate')}>
          {messages.rotate}
        </Button>
      )}
      {mayTest && (
        <Button look="primary" icon="play" onClick={() => setAsked('test')}>
          {messages.test}
        </Button>
      )}
      {asked === 'test' && <TestDialog knownUrl={knownUrl} onClose={close} />}
      {asked === 'rotate' && <RotateDialog onRotated={onRotated} onClose={close} />}
    </>
  );
}

function Rotated({ of: rotated, onStored }: { of: RotatedSecret; onStored: () => void }): ReactNode {
  const messages = useMessages(webhooksMessages);
  const { dateTime } = useFormats();
  const { webhook_secret, previous_valid_until: until } = rotated;
  return (
    <NewSecret
      title={messages.secretTitle}
      secret={webhook_secret}
      stored={messages.stored}
      onStored={onStored}
    >
      {messages.secretText} {until === null ? messages.endedAtOnce : messages.bothUntil(dateTime(until))}
    </NewSecret>
  );
}

function useSelection(): { selected: ReadonlySet<string>; toggle: (id: string) => void; clear: () => void } {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const clear = useCallback(() => setSelected(new Set()), []);
  return { selected, toggle, clear };
}
