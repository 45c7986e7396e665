import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { DayInput } from '../../components/day-input';
import { Segmented } from '../../components/segmented';
import { deliveryMessages } from '../../deliveries/delivery-messages';
import { useMessages } from '../../i18n/locale';
import { deliveryStatuses, isEmpty, noFilter, type DeliveryFilter } from './delivery-filter';
import { webhooksMessages } from './webhooks-messages';

export function DeliveryFilters({
  filter,
  onChange,
}: {
  filter: DeliveryFilter;
  onChange: (change: Partial<DeliveryFilter>) => void;
}): ReactNode {
  const messages = useMessages(webhooksMessages);
  const names = useMessages(deliveryMessages);
  return (
    <search className="delivery-filters">
      <Segmented
        label={messages.status}
        value={filter.status}
        choices={[
          { value: '', label: messages.all },
          ...deliveryStatuses.map((status) => ({ value: status, label: names[status] })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <DayInput label={messages.from} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayInput label={messages.to} value={filter.to} onChange={(to) => onChange({ to })} />
      {!isEmpty(filter) && (
        <Button look="quiet" icon="close" onClick={() => onChange(noFilter)}>
          {messages.clear}
        </Button>
      )}
    </search>
  );
}
